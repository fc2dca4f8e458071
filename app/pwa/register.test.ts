// @vitest-environment jsdom
/** Where there are no service workers, the app says so and goes on. */
import { expect, test } from 'vitest';
import { applyUpdate, appUpdate, registerApp } from './register.ts';

test('a browser without service workers is told apart from one that is ready', async () => {
  expect('serviceWorker' in navigator).toBe(false);
  let told = 0;
  const stop = appUpdate.subscribe(() => told++);
  await registerApp();
  await registerApp();
  expect(appUpdate.get()).toEqual({
    offlineReady: false,
    updateWaiting: false,
    isUpdating: false,
    problem: 'unsupported',
  });
  expect(told).toBe(1);
  applyUpdate();
  expect(appUpdate.get().isUpdating).toBe(false);
  stop();
});
