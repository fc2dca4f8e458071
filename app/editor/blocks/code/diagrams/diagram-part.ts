/**
 * The diagram beneath a block of Mermaid code.
 *
 * Invariant: it shows the source as it is now, or as it last could be drawn, with the reason why it
 * cannot be drawn now.
 */
import { tLazy } from '../../../../i18n/lazy.ts';
import { besideText } from '../../beside-text.ts';
import type { Drawn } from './diagrams.ts';

const darkSystem = () => matchMedia('(prefers-color-scheme: dark)');

/** Whether the page is dark: what the person chose, or else the system. */
function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === 'dark' : darkSystem().matches;
}

export class DiagramPart {
  readonly dom = besideText('div', 'diagram');
  /** Whether something is to be seen. */
  isDrawn = false;
  readonly #problem = besideText('div', 'problem');
  readonly #onDrawn: () => void;
  readonly #theme = new MutationObserver(() => this.#redraw());
  readonly #system = darkSystem();
  #source = '';
  /** What is drawn, or being drawn. */
  #asked: string | null = null;
  #isBusy = false;
  #isGone = false;

  constructor(onDrawn: () => void) {
    this.#onDrawn = onDrawn;
    this.dom.append(this.#problem);
    this.#theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    this.#system.addEventListener('change', this.#redraw);
    addEventListener('online', this.#retry);
  }

  destroy(): void {
    this.#isGone = true;
    this.#theme.disconnect();
    this.#system.removeEventListener('change', this.#redraw);
    removeEventListener('online', this.#retry);
    this.dom.remove();
  }

  show(source: string): void {
    this.#source = source;
    void this.#draw();
  }

  #redraw = (): void => {
    this.#asked = null;
    void this.#draw();
  };

  /** What could not be loaded can be now. */
  #retry = (): void => {
    if (!this.isDrawn) this.#redraw();
  };

  /** Draws what is wanted now; what changes meanwhile is drawn next, and nothing twice. */
  async #draw(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    while (!this.#isGone && this.#asked !== this.#source) {
      const source = this.#source;
      this.#asked = source;
      if (source.trim() === '') this.#tell({ problem: '' });
      else this.#tell(await drawn(source));
    }
    this.#isBusy = false;
  }

  #tell(answer: Drawn): void {
    if (this.#isGone) return;
    if ('problem' in answer) {
      const { problem } = answer;
      this.#problem.textContent = problem && tLazy().diagrams.notDrawn(problem);
      if (problem === '') this.dom.replaceChildren(this.#problem);
    } else {
      const image = document.createElement('img');
      image.alt = tLazy().diagrams.diagram;
      image.src = answer.picture;
      image.width = Math.ceil(answer.width);
      image.height = Math.ceil(answer.height);
      this.#problem.textContent = '';
      this.dom.replaceChildren(image, this.#problem);
    }
    this.isDrawn = !('problem' in answer);
    this.dom.classList.toggle('wrong', !this.isDrawn);
    this.#onDrawn();
  }
}

async function drawn(source: string): Promise<Drawn> {
  try {
    const { drawDiagram } = await import('./diagrams.ts');
    return await drawDiagram(source, isDark());
  } catch {
    return {
      problem: tLazy().diagrams.notLoaded,
    };
  }
}
