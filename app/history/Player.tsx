/**
 * A slider over all moments of a history, and what plays them one after the other.
 *
 * Invariant: what is shown is always a moment there was. Whoever asked for less motion sees one
 * session after the other, each at rest.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import * as Y from 'yjs';
import type { Person } from '../../shared/protocol/presence.ts';
import type { DrawnStep, PastView } from '../editor/past/past-view.ts';
import { tLazy } from '../i18n/lazy.ts';
import { IconButton } from '../ui/Button.tsx';
import { PauseIcon, PlayIcon } from '../ui/icons.ts';
import { formatMoment } from '../ui/time.ts';
import type { Chosen, DocumentHistory } from './document-history.ts';
import styles from './history.module.css';
import type { PastStep, Session } from './history-log.ts';

/** How long all of a history takes at most, ms. */
const WHOLE_MS = 20_000;
/** How long one of few moments stands, ms; and a session, for whoever wants less motion. */
const LONGEST_MS = 250;
const SESSION_MS = 1_500;
/** Of what a frame that came late shows at once, ms. */
const MOST_AT_ONCE_MS = 1_000;
/** Rows that are fetched at a time. */
const AHEAD = 2_000;
/** How long the slider rests before what changed is drawn, ms. */
const RESTS_MS = 250;

interface PlayerProps {
  history: DocumentHistory;
  chosen: Chosen;
  /** Newest first. */
  sessions: readonly Session[];
  people: ReadonlyMap<string, Person>;
  view: () => PastView | null;
  /** After how many rows is what is shown, or about to be. */
  at: number;
  onCome: (count: number) => void;
  /** Another document is shown, or more of it, without what changed in it. */
  onShown: (doc: Y.Doc) => void;
}

export function Player(props: PlayerProps): ReactNode {
  const { history, chosen, sessions, people, view, at, onCome, onShown } = props;
  const rows = sessions[0]?.to ?? 0;
  const [times, setTimes] = useState<Float64Array>(() => new Float64Array());
  const [isPlaying, setPlaying] = useState(false);
  const playing = useRef<AbortController | null>(null);
  const texts = tLazy().looking;
  /** As it is when it is asked for, while something plays. */
  const latest = useRef({ at, people, onShown, view });
  useEffect(() => {
    Object.assign(latest.current, { at, people, onShown, view });
  });
  const come = (count: number) => {
    latest.current.at = count;
    onCome(count);
  };

  useEffect(() => {
    let isOver = false;
    const take = async () => {
      const told = await history.times();
      if (!isOver && rows > 0) setTimes(told);
    };
    take().catch((error: unknown) => {
      if (!isOver) console.error('The times of the history are not known.', error);
    });
    return () => {
      isOver = true;
    };
  }, [history, rows]);

  const timeOf = (count: number) => times[Math.max(0, count - 1)] ?? chosen.at;
  const atRest = (count: number) => {
    if (count !== chosen.moment.rows) void history.chooseRows(count, timeOf(count));
  };
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      playing.current?.abort();
      clearTimeout(rest.current);
    },
    [],
  );

  const seeking = useRef({ to: -1, isBusy: false });
  const seek = async (to: number) => {
    pause();
    come(to);
    clearTimeout(rest.current);
    rest.current = setTimeout(() => atRest(to), RESTS_MS);
    seeking.current.to = to;
    if (seeking.current.isBusy) return;
    seeking.current.isBusy = true;
    try {
      // Of many moments that are passed, as many are drawn as there is time for.
      for (let shown = -1; shown !== seeking.current.to; ) {
        shown = seeking.current.to;
        load(docOf(await history.stateAt(shown)));
      }
    } catch (error) {
      console.error('The moment cannot be shown.', error);
    } finally {
      seeking.current.isBusy = false;
    }
  };
  const load = (doc: Y.Doc) => {
    latest.current.view()?.load(doc, []);
    latest.current.onShown(doc);
  };

  const pause = () => {
    playing.current?.abort();
    playing.current = null;
    setPlaying(false);
  };
  const play = async () => {
    const abort = new AbortController();
    playing.current = abort;
    setPlaying(true);
    const way = matchMedia('(prefers-reduced-motion: reduce)').matches ? bySession : byRow;
    try {
      await way({
        history,
        sessions,
        from: at >= rows ? 0 : at,
        rows,
        signal: abort.signal,
        show: (doc, count) => {
          load(doc);
          come(count);
        },
        advance: (doc, steps, count) => {
          const { people, onShown, view } = latest.current;
          const place = view()?.advance(steps.flatMap((step) => drawnStep(step, people))) ?? null;
          onShown(doc);
          come(count);
          return place;
        },
        forget: () => latest.current.view()?.forgetChanges(),
      });
    } catch (error) {
      if (!abort.signal.aborted) console.error('The history cannot be played.', error);
    }
    if (abort.signal.aborted) return;
    pause();
    atRest(latest.current.at);
  };

  return (
    <div className={styles.player}>
      <IconButton
        label={isPlaying ? texts.pause : texts.play}
        onClick={() => {
          if (!isPlaying) return void play();
          pause();
          atRest(at);
        }}
      >
        {isPlaying ? <PauseIcon aria-hidden="true" /> : <PlayIcon aria-hidden="true" />}
      </IconButton>
      <input
        type="range"
        className={styles.slider}
        aria-label={texts.moments}
        aria-valuetext={formatMoment(timeOf(at))}
        min={0}
        max={rows}
        value={Math.min(at, rows)}
        onChange={(event) => void seek(Number(event.target.value))}
      />
      <time className={styles.quiet} dateTime={new Date(timeOf(at)).toISOString()}>
        {formatMoment(timeOf(at))}
      </time>
    </div>
  );
}

function docOf(state: Uint8Array): Y.Doc {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  return doc;
}

function drawnStep(step: PastStep, people: ReadonlyMap<string, Person>): DrawnStep[] {
  const { update, person } = step;
  return update ? [{ update, color: people.get(person ?? '')?.color ?? null }] : [];
}

interface Playing {
  history: DocumentHistory;
  sessions: readonly Session[];
  from: number;
  rows: number;
  signal: AbortSignal;
  /** Both with the document as it is shown, and after how many rows it was so. */
  show: (doc: Y.Doc, rows: number) => void;
  advance: (doc: Y.Doc, steps: readonly PastStep[], rows: number) => DOMRect | null;
  forget: () => void;
}

/** Row after row, as many in each frame as it takes to come to the end in time. */
async function byRow(playing: Playing): Promise<void> {
  const { history, sessions, from, rows, signal, show, advance, forget } = playing;
  const doc = docOf(await history.stateAt(from));
  if (signal.aborted) return;
  show(doc, from);
  const ends = new Set(sessions.map(({ to }) => to));
  const perMs = Math.max(rows / WHOLE_MS, 1 / LONGEST_MS);
  let steps = await history.steps(from, Math.min(from + AHEAD, rows));
  let first = from;
  let next = history.steps(first + steps.length, Math.min(first + steps.length + AHEAD, rows));
  let at = from;
  let due = at;
  let last = await frame();
  while (at < rows && !signal.aborted) {
    const now = await frame();
    // A page that was not in view goes on where it was.
    due += Math.min(now - last, MOST_AT_ONCE_MS) * perMs;
    last = now;
    const to = Math.min(rows, Math.floor(due));
    if (to <= at || signal.aborted) continue;
    const drawn: PastStep[] = [];
    for (; at < to; at++) {
      if (ends.has(at)) forget();
      if (at - first >= steps.length) {
        first += steps.length;
        steps = await next;
        const behind = first + steps.length;
        next = history.steps(behind, Math.min(behind + AHEAD, rows));
        if (steps.length === 0) return;
      }
      drawn.push(steps[at - first]!);
    }
    if (signal.aborted) return;
    const place = advance(doc, drawn, at);
    if (place && (place.bottom < 0 || place.top > innerHeight))
      scrollBy({ top: place.top - innerHeight / 2, behavior: 'instant' });
  }
}

/** Session after session, each for as long as it takes to look at it. */
async function bySession(playing: Playing): Promise<void> {
  const { history, sessions, from, signal, show } = playing;
  for (const { to } of [...sessions].reverse()) {
    if (to <= from) continue;
    const doc = docOf(await history.stateAt(to));
    if (signal.aborted) return;
    show(doc, to);
    await new Promise((resolve) => setTimeout(resolve, SESSION_MS));
    if (signal.aborted) return;
  }
}

function frame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}
