// What has to be there before the first paint, and so before any module has run. A file of its own
// because the Content-Security-Policy allows no inline scripts.
try {
  // The chosen appearance, so that a dark page never flashes white.
  const theme = localStorage.getItem('driftless.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  // The page as it was last seen on this device: see ui/picture.ts.
  const html =
    location.hash === '' && localStorage.getItem(`driftless.picture ${location.pathname}`);
  if (html) {
    const picture = document.createElement('div');
    picture.id = 'picture';
    picture.innerHTML = html;
    // Whoever clicks into the text now and types must not have done so for nothing.
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
} catch {
  // No storage in this browser: the system's choice stands, and there is no picture.
}
