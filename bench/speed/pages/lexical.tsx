/**
 * Lexical with its collaboration plugin, as its documentation sets it up. The plugin hears only what
 * comes after it was mounted, so this device's copy is read when it connects.
 */
import { LexicalCollaboration } from '@lexical/react/LexicalCollaborationContext';
import { CollaborationPlugin } from '@lexical/react/LexicalCollaborationPlugin';
import { LexicalComposer } from '@lexical/react/LexicalComposer';
import { ContentEditable } from '@lexical/react/LexicalContentEditable';
import { LexicalErrorBoundary } from '@lexical/react/LexicalErrorBoundary';
import { RichTextPlugin } from '@lexical/react/LexicalRichTextPlugin';
import { HeadingNode, QuoteNode } from '@lexical/rich-text';
import type { Provider } from '@lexical/yjs';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import * as Y from 'yjs';
import { place, ROOM, SELF, StoredProvider } from './page.ts';

function connect(id: string, docs: Map<string, Y.Doc>): Provider {
  const doc = new Y.Doc();
  docs.set(id, doc);
  return new StoredProvider(doc) as unknown as Provider;
}

function Measured(): ReactNode {
  return (
    <LexicalComposer
      initialConfig={{
        editorState: null,
        namespace: 'measured',
        nodes: [HeadingNode, QuoteNode],
        onError: reportError,
      }}
    >
      <LexicalCollaboration>
        <RichTextPlugin
          contentEditable={<ContentEditable />}
          ErrorBoundary={LexicalErrorBoundary}
        />
        <CollaborationPlugin
          id={ROOM}
          providerFactory={connect}
          shouldBootstrap={false}
          username={SELF.name}
          cursorColor={SELF.color}
        />
      </LexicalCollaboration>
    </LexicalComposer>
  );
}

createRoot(place()).render(<Measured />);
