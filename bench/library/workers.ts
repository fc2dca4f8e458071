/** What a page's workers hold in memory, asked through the debugger that each of them has. */
import type { CDPSession } from '@playwright/test';

export class Workers {
  readonly #session: CDPSession;
  readonly #ids: string[] = [];

  constructor(session: CDPSession) {
    this.#session = session;
  }

  async follow(): Promise<void> {
    this.#session.on('Target.attachedToTarget', ({ sessionId }) => this.#ids.push(sessionId));
    await this.#session.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: false,
      flatten: false,
    });
  }

  /** Bytes in all of them after a garbage collection. */
  async heap(): Promise<number> {
    let sum = 0;
    for (const sessionId of this.#ids) {
      await this.#ask(sessionId, 'HeapProfiler.collectGarbage');
      const usage = await this.#ask(sessionId, 'Runtime.getHeapUsage');
      sum += Number(usage.usedSize ?? 0);
    }
    return sum;
  }

  #ask(sessionId: string, method: string): Promise<Record<string, unknown>> {
    const id = Math.floor(Math.random() * 1e9);
    return new Promise((resolve, reject) => {
      const listen = (event: { sessionId: string; message: string }) => {
        const message = JSON.parse(event.message);
        if (event.sessionId !== sessionId || message.id !== id) return;
        this.#session.off('Target.receivedMessageFromTarget', listen);
        resolve(message.result ?? {});
      };
      this.#session.on('Target.receivedMessageFromTarget', listen);
      this.#session
        .send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) })
        .catch(reject);
    });
  }
}
