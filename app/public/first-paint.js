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
  // While a new release is rolled out, a page may come from one node and ask another one, which has the old
  // one still, for its script.
  addEventListener(
    'error',
    ({ target }) => {
      if (target.type !== 'module') return;
      // Both are asked for again in a moment.
      setTimeout(() => {
        // What was typed ahead would be lost; it waits for whoever reloads.
        if (!document.getElementById('picture')?.done.length) location.reload();
      }, 3000);
    },
    true,
  );
}

function showSnapshot(html) {
  const snapshot = document.createElement('div');
  snapshot.id = 'picture';
  // It holds what ui/page-snapshot.ts wrote, and this page's policy lets no script in it run.
  const policy = window.trustedTypes?.createPolicy('driftless-picture', {
    createHTML: (text) => text,
  });
  snapshot.innerHTML = policy ? policy.createHTML(html) : html;
  // In their order, for ui/page-snapshot.ts: clicks, keys, texts, and what was pasted.
  const done = [];
  snapshot.done = done;
  const field = snapshot.querySelector('textarea') ?? document.createElement('textarea');
  const take = (step) => {
    if (field.value) done.push(field.value);
    field.value = '';
    done.push(step);
  };
  snapshot.addEventListener('pointerup', ({ clientX, clientY }) => {
    take({ x: clientX, y: clientY + scrollY });
    // What the save state of the snapshot says: that it is being opened.
    const words = snapshot.querySelector('[role="status"] span');
    field.setAttribute('aria-label', words?.textContent ?? 'Driftless');
    snapshot.append(field);
    field.focus({ preventScroll: true });
  });
  field.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, isComposing } = event;
    // With Alt, keys write characters or are the browser's, as are most with Control.
    const isNamed = /^(Arrow.*|Home|End|Delete|Backspace|Enter|Tab)$/.test(key);
    const isCommand = (ctrlKey || metaKey) && /^[a-fhikmsuxyz.\\]$/i.test(key);
    if (isComposing || altKey || !(isNamed || isCommand)) return;
    event.preventDefault();
    take(event);
  });
  field.addEventListener('paste', (event) => {
    event.preventDefault();
    const data = event.clipboardData;
    const { files, types } = data;
    // Some have text and do not say so.
    const texts = new Map(
      ['text/plain', 'text/html', ...types].map((type) => [type, data.getData(type)]),
    );
    take({ files: [...files], types, getData: (type) => texts.get(type) ?? '' });
  });
  document.body.prepend(snapshot);
}
