/** Lines of the log, and what is never in them. */
import { expect, test } from 'vitest';
import { createSecret, hashSecret } from '../shared/access/ids.ts';
import { createLog } from './log.ts';

function logging(run: (log: ReturnType<typeof createLog>) => void): string[] {
  const lines: string[] = [];
  run(createLog('debug', { write: (line: string) => lines.push(line) }));
  return lines;
}

test('an event is one JSON line with a time, a level and its fields', () => {
  const lines = logging((log) => log.info('document created', { docId: 'abc' }));
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0]!)).toMatchObject({
    level: 'info',
    event: 'document created',
    docId: 'abc',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  });
});

test('errors keep their text and where they come from', () => {
  const [line] = logging((log) => log.error('failed', { error: new Error('no space left') }));
  expect(JSON.parse(line!).error).toContain('no space left');
  expect(JSON.parse(line!).error).toContain('log.test.ts');
});

test('no way of logging a secret leaves it in the line', () => {
  const secret = createSecret();
  const lines = logging((log) => {
    log.info(`visited with ${secret}`);
    log.warn('a', { secret, token: 'short', authorization: `Bearer ${secret}` });
    log.warn('b', { request: { protocol: `token.${secret}`, headers: [`x, token.${secret}`] } });
    log.error('c', { error: new Error(`https://host/d/id#${secret}`) });
    log.info('d', { url: `/sync/abc?token=${secret}&x=1`, [secret]: 1 });
    log.info('e', { hash: hashSecret(secret) });
  });
  expect(lines).toHaveLength(6);
  for (const line of lines) {
    expect(line).not.toContain(secret);
    expect(line).not.toContain(hashSecret(secret));
    expect(line).not.toContain('short');
    expect(() => JSON.parse(line)).not.toThrow();
  }
});

test('ids stay readable', () => {
  const [line] = logging((log) =>
    log.info('x', { docId: '9tLkAbCdEfGh1234567890', linkId: 'AbCdEfGhIjKl' }),
  );
  expect(line).toContain('9tLkAbCdEfGh1234567890');
  expect(line).toContain('AbCdEfGhIjKl');
});
