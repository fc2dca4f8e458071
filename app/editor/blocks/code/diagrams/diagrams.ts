/**
 * Diagrams from their source, drawn in a frame that can reach nothing: public/diagram-frame.html.
 *
 * Invariant: the source and what draws it run only in that frame, which has an origin of its own and
 * no network. What comes back is a picture, and is shown as one: in an image nothing runs.
 */
import libraryAddress from 'mermaid/dist/mermaid.min.js?url';
import { tLazy } from '../../../../i18n/lazy.ts';

export interface Drawing {
  /** The address of the picture; it holds all of it. */
  picture: string;
  width: number;
  height: number;
}
export type Drawn = Drawing | { problem: string };

const FRAME = '/diagram-frame.html';
/** A diagram that takes longer has no end. */
const LIMIT_MS = 20_000;
/** Starting the library may take a slow device so long. */
const START_LIMIT_MS = 60_000;
/** Characters. Nobody looks at a larger picture. */
const LARGEST = 3_000_000;

interface Frame {
  element: HTMLIFrameElement;
  port: MessagePort;
}
/** What the frame says. */
type Answer =
  | { ready: boolean }
  | { refused: true }
  | { svg: string; width: number; height: number }
  | { problem: string };

let frame: Promise<Frame> | null = null;
/** Diagrams are drawn one after the other. */
let last: Promise<unknown> = Promise.resolve();

/** Draws a diagram in the colours of the page's theme. */
export function drawDiagram(source: string, isDark: boolean): Promise<Drawn> {
  const drawn = last.then(() => draw(source, isDark));
  last = drawn;
  return drawn;
}

async function draw(source: string, isDark: boolean): Promise<Drawn> {
  let open: Frame;
  try {
    frame ??= openFrame();
    open = await frame;
  } catch (error) {
    frame = null;
    return {
      problem: error instanceof NotApart ? tLazy().diagrams.notApart : tLazy().diagrams.notLoaded,
    };
  }
  try {
    const answer = await ask(open.port, { source, isDark });
    if ('problem' in answer) return { problem: answer.problem };
    if (!('svg' in answer) || answer.svg.length > LARGEST)
      return { problem: tLazy().diagrams.tooLarge };
    const { svg, width, height } = answer;
    const picture = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    return { picture, width: Number(width) || 0, height: Number(height) || 0 };
  } catch {
    // It hangs, so it is ended; the next diagram gets a new one.
    open.element.remove();
    frame = null;
    return { problem: tLazy().diagrams.tooSlow };
  }
}

class NotApart extends Error {
  override readonly name = 'NotApart';
}

async function openFrame(): Promise<Frame> {
  const response = await fetch(libraryAddress);
  if (!response.ok) throw new Error('The library is not there.');
  const library = await response.text();
  const element = document.createElement('iframe');
  element.className = 'diagram-frame';
  element.title = tLazy().diagrams.draws;
  element.tabIndex = -1;
  element.setAttribute('aria-hidden', 'true');
  // Browsers pass by the service worker for frames with this attribute, so that they would be
  // missing offline. There the policy that comes with the file says the same; the frame looks.
  if (!navigator.serviceWorker?.controller) element.setAttribute('sandbox', 'allow-scripts');
  element.src = FRAME;
  try {
    await new Promise((resolve, reject) => {
      element.onload = resolve;
      element.onerror = reject;
      document.body.append(element);
    });
    const { port1: port, port2 } = new MessageChannel();
    const answer = next(port, START_LIMIT_MS);
    element.contentWindow?.postMessage({ library }, '*', [port2]);
    const said = await answer;
    if ('refused' in said) throw new NotApart('The frame has the origin of the page.');
    if (!('ready' in said) || !said.ready) throw new Error('The library did not start.');
    return { element, port };
  } catch (error) {
    element.remove();
    throw error;
  }
}

function ask(port: MessagePort, question: { source: string; isDark: boolean }): Promise<Answer> {
  const answer = next(port, LIMIT_MS);
  port.postMessage(question);
  return answer;
}

/** The next thing the frame says; rejects if it says nothing within a time. */
function next(port: MessagePort, limit: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The frame does not answer.')), limit);
    port.onmessage = ({ data }: MessageEvent<Answer>) => {
      clearTimeout(timer);
      resolve(data);
    };
  });
}
