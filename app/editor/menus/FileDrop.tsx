/**
 * Files that are dragged over the window: a line shows where in the text they would land.
 *
 * Invariant: the drop puts them where the line stood; a file that is dropped anywhere else in the
 * window changes nothing, and never makes the browser leave the page for it.
 */
import { type ReactNode, useEffect, useRef } from 'react';
import { insertFiles, loadInsertion } from '../figures/arrivals.ts';
import { landingOfFiles } from '../figures/figure-clipboard.ts';
import { drawLanding } from './drag.ts';
import { copyIntoFields } from './drag-out.ts';
import styles from './menus.module.css';
import type { Menus } from './menus.ts';

export function FileDrop({ menus }: { menus: Menus }): ReactNode {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // While there surely is a network: a picture may be pasted without one.
    loadInsertion().catch(() => undefined);
  }, []);
  useEffect(() => copyIntoFields(menus.view), [menus]);
  useEffect(() => {
    const { view } = menus;
    const draw = (y: number | null) => {
      const landing = y === null || !view.editable ? null : landingOfFiles(view, y);
      if (line.current) drawLanding(view, line.current, landing);
    };
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = view.editable ? 'copy' : 'none';
      draw(event.clientY);
    };
    const leave = (event: DragEvent) => {
      // Between two elements of the page the drag goes on.
      if (event.relatedTarget === null) draw(null);
    };
    const drop = (event: DragEvent) => {
      draw(null);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      event.stopPropagation();
      if (view.editable) insertFiles(view, files, landingOfFiles(view, event.clientY));
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    // Before the text hears of it, which would put them there itself.
    addEventListener('drop', drop, { capture: true });
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop, { capture: true });
    };
  }, [menus]);
  return (
    <div
      ref={line}
      className={styles.dropLine}
      data-testid="file-drop-line"
      hidden
      aria-hidden="true"
    />
  );
}
