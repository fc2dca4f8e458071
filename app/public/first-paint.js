// Language, appearance, and the page as it was last seen (ui/picture.ts), before the first paint: this
// stands in the head, so no frame is drawn without it.
{
  const { documentElement: root } = document;
  let kept = () => null;
  try {
    const storage = localStorage;
    kept = (name) => storage.getItem(`driftless.${name}`);
  } catch {
    // No storage in this browser.
  }
  // The same languages as in words/words.ts.
  for (const tag of [kept('language'), ...navigator.languages].reverse()) {
    const language = tag?.split('-')[0];
    if (/^(en|de|fr|es|ar|ja)$/.test(language)) root.lang = language;
  }
  if (root.lang === 'ar') root.dir = 'rtl';
  const theme = kept('theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  const html = location.hash === '' && kept(`picture ${location.pathname}`);
  if (html) {
    new MutationObserver((_, observer) => {
      if (!document.body) return;
      observer.disconnect();
      showPicture(html);
    }).observe(root, { childList: true });
  }
}

function showPicture(html) {
  const picture = document.createElement('div');
  picture.id = 'picture';
  picture.innerHTML = html;
  picture.addEventListener('pointerup', ({ clientX, clientY }) => {
    picture.dataset.x = clientX;
    picture.dataset.y = clientY;
    const field = picture.querySelector('textarea') ?? document.createElement('textarea');
    // What the save state of the picture says: that it is being opened.
    const words = picture.querySelector('[role="status"] span');
    field.setAttribute('aria-label', words?.textContent ?? 'Driftless');
    picture.append(field);
    field.focus({ preventScroll: true });
  });
  document.body.prepend(picture);
}
