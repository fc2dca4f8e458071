/**
 * What runs in a measured page: it watches, from outside of the editor.
 *
 * Invariant: a moment counts when the frame that shows it has been handed over to the browser, the
 * same way for every editor; nothing here changes the page or asks the editor anything.
 */

/** Moments of one opening, in ms since the navigation began. */
export interface Opening {
  /** Text fills the window. */
  screenful: number;
  /** And the document may be written in. */
  editable: number;
  /** Addresses of the scripts that were loaded until then. */
  scripts: string[];
}

export interface Probe {
  opening: Promise<Opening>;
  /** From each keydown until the frame that shows it, in ms. */
  keys: number[];
  /** Resolves when a paragraph that holds the text has been shown. */
  shown(paragraph: number, text: string): Promise<void>;
  /** Begins to wait for another person's caret to move, or to come. */
  watchCaret(): void;
  /** Resolves when the move that `watchCaret` waits for has been shown. */
  caretMoved: Promise<void>;
  /** Longest task of the main thread since it was asked last, in ms; 0 if none took 50 ms. */
  longestTask(): number;
  /** Resolves when the main thread has nothing to do. */
  idle(): Promise<void>;
}

declare global {
  interface Window {
    probe: Probe;
  }
}

/** Installs `window.probe`; runs before anything else in the page. */
export function installProbe(selectors: { body: string; caret: string }): void {
  const afterFrame = (then: (at: number) => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => then(performance.now());
      port2.postMessage(null);
    });
  const findBody = () => document.querySelector<HTMLElement>(selectors.body);
  const caretPlace = () => {
    const caret = document.querySelector(selectors.caret);
    if (!caret) return null;
    const { left, top } = caret.getBoundingClientRect();
    return `${left} ${top}`;
  };

  /** Whether there is text near the lower edge of the window, or the document ends above it. */
  const isScreenFull = (body: HTMLElement) => {
    for (let up = 20; up <= 140; up += 20) {
      const hit = document.elementFromPoint(innerWidth / 2, innerHeight - up);
      if (hit && body.contains(hit) && hit.closest('p')?.textContent) return true;
    }
    const last = body.getElementsByTagName('p');
    return last.length === 1 && last[0]?.textContent === '';
  };

  const opening = new Promise<Opening>((resolve) => {
    let screenful: number | null = null;
    const look = () => {
      const body = findBody();
      const isFull = body !== null && (screenful !== null || isScreenFull(body));
      const isEditable = isFull && body.isContentEditable;
      if (!isFull) {
        requestAnimationFrame(look);
        return;
      }
      afterFrame((at) => {
        screenful ??= at;
        if (!isEditable) {
          requestAnimationFrame(look);
          return;
        }
        const scripts = performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .filter((name) => new URL(name).pathname.endsWith('.js'));
        resolve({ screenful, editable: at, scripts });
      });
    };
    requestAnimationFrame(look);
  });

  const keys: number[] = [];
  addEventListener('keydown', ({ timeStamp }) => afterFrame((at) => keys.push(at - timeStamp)), {
    capture: true,
  });

  const whenMutated = (isSo: () => boolean) =>
    new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        if (!isSo()) return;
        observer.disconnect();
        afterFrame(() => resolve());
      });
      observer.observe(document, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      });
    });

  let longest = 0;
  const tasks = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  });
  tasks.observe({ type: 'longtask' });

  window.probe = {
    opening,
    keys,
    shown(paragraph, text) {
      const isShown = () =>
        findBody()?.getElementsByTagName('p')[paragraph]?.textContent.includes(text) ?? false;
      if (isShown()) return new Promise((resolve) => afterFrame(() => resolve()));
      return whenMutated(isShown);
    },
    watchCaret() {
      const before = caretPlace();
      window.probe.caretMoved = whenMutated(() => {
        const now = caretPlace();
        return now !== null && now !== before;
      });
    },
    caretMoved: Promise.resolve(),
    longestTask() {
      for (const { duration } of tasks.takeRecords()) longest = Math.max(longest, duration);
      const result = longest;
      longest = 0;
      return result;
    },
    idle: () => new Promise((resolve) => requestIdleCallback(() => resolve())),
  };
}
