/** BlockNote with its Mantine view, as its documentation sets it up for Yjs 13. */
import { withCollaboration } from '@blocknote/core/yjs';
import { BlockNoteView } from '@blocknote/mantine';
import '@blocknote/mantine/style.css';
import { useCreateBlockNote } from '@blocknote/react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { openStored, place, SELF } from './page.ts';

const { doc, provider } = await openStored();

function Measured(): ReactNode {
  const editor = useCreateBlockNote(
    withCollaboration({
      collaboration: { provider, fragment: doc.getXmlFragment('document-store'), user: SELF },
    }),
  );
  return <BlockNoteView editor={editor} />;
}

createRoot(place()).render(<Measured />);
