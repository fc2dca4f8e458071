// Appearance, and the page as it was last seen (ui/picture.ts), before the first paint: this stands in
// the head, so no frame is drawn without it.
try {
  const theme = localStorage.getItem('driftless.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  const html =
    location.hash === '' && localStorage.getItem(`driftless.picture ${location.pathname}`);
  if (html) {
    new MutationObserver((_, observer) => {
      if (!document.body) return;
      observer.disconnect();
      showPicture(html);
    }).observe(document.documentElement, { childList: true });
  }
} catch {
  // No storage in this browser.
}

function showPicture(html) {
  const picture = document.createElement('div');
  picture.id = 'picture';
  picture.innerHTML = html;
  picture.addEventListener('pointerup', ({ clientX, clientY }) => {
    picture.dataset.x = clientX;
    picture.dataset.y = clientY;
    const field = picture.querySelector('textarea') ?? document.createElement('textarea');
    field.setAttribute('aria-label', 'Opening…');
    picture.append(field);
    field.focus({ preventScroll: true });
  });
  document.body.prepend(picture);
}
