/** Where somebody is who has several carets. */
import { TextSelection } from 'prosemirror-state';
import { afterEach, expect, test } from 'vitest';
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { anchorToJson } from '../../../shared/document/position.ts';
import { documentOf } from '../../../shared/document/testing/sketch.ts';
import { blockStart } from '../commands/commands.ts';
import { Headless } from '../testing/headless.ts';
import { caretMoves, cursorOfPerson } from './cursor-of-person.ts';

const ana = { id: 'anaanaanaanaanaa', name: 'Ana', color: 'red' };
const awarenesses: Awareness[] = [];

afterEach(() => {
  for (const awareness of awarenesses.splice(0)) awareness.destroy();
});

function awarenessOf(doc: Y.Doc): Awareness {
  const awareness = new Awareness(doc);
  awarenesses.push(awareness);
  return awareness;
}

test('somebody on two devices is where they moved last, whichever of them spoke last', () => {
  const editor = new Headless(documentOf(['one', 'two', 'three']));
  const here = awarenessOf(editor.doc);
  caretMoves(here);
  const inBlock = (block: number) => blockStart(editor.state.doc, block) + 1;
  const device = () => {
    const awareness = awarenessOf(new Y.Doc());
    awareness.setLocalStateField('person', ana);
    const tell = () =>
      applyAwarenessUpdate(here, encodeAwarenessUpdate(awareness, [awareness.clientID]), null);
    return {
      goTo: (block: number) => {
        const { doc } = editor.state;
        const selection = TextSelection.create(doc, inBlock(block));
        const { anchor, head } = editor.binding.anchorSelection({ doc, selection })!;
        awareness.setLocalStateField('cursor', {
          anchor: anchorToJson(anchor),
          head: anchorToJson(head),
        });
        tell();
      },
      /** As it does every 15 seconds. */
      isStillThere: () => {
        awareness.setLocalState(awareness.getLocalState());
        tell();
      },
      leave: () => {
        awareness.setLocalState(null);
        tell();
      },
    };
  };
  const place = () => cursorOfPerson(editor.binding, editor.view, here, ana.id);
  const [desk, phone] = [device(), device()];
  expect(place()).toBeNull();
  desk.goTo(0);
  phone.goTo(2);
  expect(place()).toBe(inBlock(2));
  desk.isStillThere();
  expect(place()).toBe(inBlock(2));
  desk.goTo(1);
  expect(place()).toBe(inBlock(1));
  desk.leave();
  expect(place()).toBe(inBlock(2));
  editor.destroy();
});
