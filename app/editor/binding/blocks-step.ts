/**
 * A step that brings a document to another one in which any number of blocks are different.
 *
 * Invariant: it costs one pass over the blocks, however many of them changed, and it maps positions
 * as if each change had been a step of its own. (The steps of ProseMirror check the whole document
 * each, which takes a second where a merge brings a thousand paragraphs.)
 */
import { Fragment, type Node } from 'prosemirror-model';
import { Step, StepMap, StepResult } from 'prosemirror-transform';

/** For each change: where it begins in the old document, how long it was there, how long it is now. */
export type ChangedRanges = readonly number[];

export class BlocksStep extends Step {
  readonly #before: Node;
  readonly #after: Node;
  readonly #ranges: ChangedRanges;

  /** The ranges are in order and apart from each other. */
  constructor(before: Node, after: Node, ranges: ChangedRanges) {
    super();
    this.#before = before;
    this.#after = after;
    this.#ranges = ranges;
  }

  static to(before: Node, blocks: readonly Node[], ranges: ChangedRanges): BlocksStep {
    return new BlocksStep(before, before.copy(Fragment.fromArray([...blocks])), ranges);
  }

  override apply(doc: Node): StepResult {
    return doc === this.#before
      ? StepResult.ok(this.#after)
      : StepResult.fail('The step was made for another document.');
  }

  override getMap(): StepMap {
    return new StepMap(this.#ranges);
  }

  override invert(): BlocksStep {
    const ranges: number[] = [];
    let shift = 0;
    for (let index = 0; index < this.#ranges.length; index += 3) {
      const [start, oldSize, newSize] = this.#ranges.slice(index, index + 3);
      ranges.push(start! + shift, newSize!, oldSize!);
      shift += newSize! - oldSize!;
    }
    return new BlocksStep(this.#after, this.#before, ranges);
  }

  /** It holds for its own document only. */
  override map(): null {
    return null;
  }

  override toJSON(): { stepType: string } {
    return { stepType: 'blocks' };
  }
}
