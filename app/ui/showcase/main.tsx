/** The page `/showcase` of `npm run dev`. It is no part of the built app, whose only page is index.html. */
import '@fontsource-variable/source-sans-3/wght.css';
import '../base.css';
import { createRoot } from 'react-dom/client';
import { Announcer } from '../Announcer.tsx';
import { pageIsUp } from '../lazy.tsx';
import { Tooltips } from '../Tooltips.tsx';
import { Showcase } from './Showcase.tsx';

createRoot(document.getElementById('root')!).render(
  <>
    <Showcase />
    <Announcer />
    <Tooltips />
  </>,
);
pageIsUp();
