// @vitest-environment jsdom
/**
 * People in Tiptap with its stock collaboration and its stock cursors, at a real server, set up as
 * docs/programs.md says.
 */
import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider';
import { Editor } from '@tiptap/core';
import { Collaboration } from '@tiptap/extension-collaboration';
import { CollaborationCaret } from '@tiptap/extension-collaboration-caret';
import { Document } from '@tiptap/extension-document';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Text } from '@tiptap/extension-text';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { WebsocketProvider } from 'y-websocket';
import * as Y from 'yjs';
import { cleanUp, onCleanUp, until } from '../testing/clean-up.ts';
import { makeLink, newOwner, startServer, type TestServer } from '../testing/server.ts';

afterEach(cleanUp);

/** This page has no layout to scroll in. */
const STILL = { scrollIntoView: false };

interface Program {
  document: Y.Doc;
  provider: HocuspocusProvider | WebsocketProvider;
}

function withHocuspocus(server: TestServer, docId: string, secret: string): Program {
  const document = new Y.Doc();
  // Node's sockets, which say of no page that they come from it.
  const url = `${server.ws}/hocuspocus`;
  const socket = new HocuspocusProviderWebsocket({ url, WebSocketPolyfill: WebSocket });
  const provider = new HocuspocusProvider({
    websocketProvider: socket,
    name: docId,
    token: secret,
    document,
  });
  provider.attach();
  onCleanUp(() => {
    provider.destroy();
    socket.destroy();
  });
  return { document, provider };
}

function withWebsocket(server: TestServer, docId: string, secret: string): Program {
  const document = new Y.Doc();
  const provider = new WebsocketProvider(`${server.ws}/sync`, docId, document, {
    protocols: ['y-websocket', `token.${secret}`],
    disableBc: true,
    WebSocketPolyfill: WebSocket as unknown as typeof globalThis.WebSocket,
  });
  onCleanUp(() => provider.destroy());
  return { document, provider };
}

function openEditor({ document, provider }: Program, name: string, color: string): Editor {
  const element = globalThis.document.createElement('div');
  globalThis.document.body.append(element);
  const editor = new Editor({
    element,
    extensions: [
      Document,
      Paragraph,
      Text,
      Collaboration.configure({ document }),
      CollaborationCaret.configure({ provider, user: { name, color } }),
    ],
  });
  onCleanUp(() => {
    editor.destroy();
    element.remove();
  });
  return editor;
}

/** The carets of others in an editor, as people see them: name and colour. */
const caretsIn = ({ view }: Editor) =>
  [...view.dom.querySelectorAll<HTMLElement>('.collaboration-carets__label')].map(
    ({ textContent, style }) => [textContent, style.backgroundColor],
  );

test('people in Tiptap write together and see each other’s cursors, by either provider', async () => {
  const server = await startServer();
  const owned = newOwner();
  const link = await makeLink(server, owned, 'editor');
  const ana = openEditor(withHocuspocus(server, owned.docId, owned.secret), 'Ana', '#7048e8');
  const ben = openEditor(withWebsocket(server, owned.docId, link.secret), 'Ben', '#2f9e44');
  ana.commands.insertContent('Written in Tiptap');
  await until('Ben reads it', () => ben.getText() === 'Written in Tiptap');
  ben.commands.insertContentAt(1, 'Ben: ');
  await until('Ana reads it', () => ana.getText() === 'Ben: Written in Tiptap');

  // A view shows where it is while it has the focus.
  ben.commands.focus(3, STILL);
  await until('Ana sees Ben', () => caretsIn(ana).length === 1);
  expect(caretsIn(ana)).toEqual([['Ben', 'rgb(47, 158, 68)']]);
  ana.commands.focus('end', STILL);
  await until('Ben sees Ana', () => caretsIn(ben).length === 1);
  expect(caretsIn(ben)).toEqual([['Ana', 'rgb(112, 72, 232)']]);

  const cleo = openEditor(withHocuspocus(server, owned.docId, link.secret), 'Cleo', '#e03131');
  await until('it is stored', () => cleo.getText() === 'Ben: Written in Tiptap');
});
