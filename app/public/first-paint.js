// Language, appearance, room for the sidebar, and the page as it was last seen (ui/page-snapshot.ts), before the first
// paint: this stands in the head, so no frame is drawn without it.
{
  const { documentElement: root } = document;
  let kept = () => null;
  try {
    const storage = localStorage;
    kept = (name) => storage.getItem(`driftless.${name}`);
  } catch {
    // No storage in this browser.
  }
  // The same languages as in i18n/languages.ts.
  for (const tag of [kept('language'), ...navigator.languages].reverse()) {
    const language = tag?.split('-')[0];
    if (/^(en|de|fr|es|ar|ja)$/.test(language)) root.lang = language;
  }
  if (root.lang === 'ar') root.dir = 'rtl';
  const theme = kept('theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  if (kept('sidebar')) root.dataset.sidebar = '';
  const html = location.hash === '' && kept(`picture ${location.pathname}`);
  if (html) {
    new MutationObserver((_, observer) => {
      if (!document.body) return;
      observer.disconnect();
      showSnapshot(html);
    }).observe(root, { childList: true });
  }
}

function showSnapshot(html) {
  const snapshot = document.createElement('div');
  snapshot.id = 'picture';
  // It holds what ui/page-snapshot.ts wrote, and this page's policy lets no script in it run.
  const policy = window.trustedTypes?.createPolicy('driftless-picture', {
    createHTML: (text) => text,
  });
  snapshot.innerHTML = policy ? policy.createHTML(html) : html;
  snapshot.addEventListener('pointerup', ({ clientX, clientY }) => {
    snapshot.dataset.x = clientX;
    snapshot.dataset.y = clientY;
    const field = snapshot.querySelector('textarea') ?? document.createElement('textarea');
    // What the save state of the snapshot says: that it is being opened.
    const words = snapshot.querySelector('[role="status"] span');
    field.setAttribute('aria-label', words?.textContent ?? 'Driftless');
    snapshot.append(field);
    field.focus({ preventScroll: true });
  });
  document.body.prepend(snapshot);
}
