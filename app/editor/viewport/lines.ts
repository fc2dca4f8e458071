/**
 * How high a line of the body is and how many characters it holds, from its style and a sample of
 * its own text: what the heights of blocks that were never drawn are estimated by.
 */
import type { LineMetrics } from './height-map.ts';

const SAMPLE_LENGTH = 2000;
/** What a line loses on average because it ends between words. */
const LOST_AT_LINE_END = 2;

export function measureLines(body: HTMLElement): LineMetrics {
  const style = getComputedStyle(body);
  const sample = (body.textContent ?? '').slice(0, SAMPLE_LENGTH) || 'x';
  const context = document.createElement('canvas').getContext('2d')!;
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const width = context.measureText(sample).width / sample.length;
  return {
    lineHeight: Number.parseFloat(style.lineHeight),
    charactersPerLine: Math.max(1, body.clientWidth / width - LOST_AT_LINE_END),
    width: body.clientWidth,
  };
}
