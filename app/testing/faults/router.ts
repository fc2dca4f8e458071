/**
 * A server on a host of its own behind a router of its own, both network namespaces of this machine:
 * packets between it and a device are lost, slowed or stopped by the kernel, under real TCP.
 *
 * Invariant: nothing outside of the two namespaces and of the links to them is changed, and `close`,
 * or the end of the process, takes those away.
 */
import { execFileSync } from 'node:child_process';

/** What a machine must have and allow. */
export const NEEDS = 'Linux, root, ip, tc and nft';

let possible: boolean | null = null;
let opened = 0;

/** Whether this person may make hosts and routers here; asked once. */
export function canRoute(): boolean {
  possible ??= tryToRoute();
  return possible;
}

function tryToRoute(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    const router = Router.open();
    try {
      router.lose(50);
      router.slow(1000);
    } finally {
      router.close();
    }
    return true;
  } catch {
    // Programs are missing, or a container without the right to make namespaces.
    return false;
  }
}

function run(program: string, ...words: string[]): void {
  execFileSync(program, words, { stdio: ['ignore', 'ignore', 'pipe'] });
}

export class Router {
  /** The server's address as the device behind the router has it, and as one beside it. */
  readonly behind: string;
  readonly beside: string;
  /** This machine's addresses as the server's host has them, through the router and beside it. */
  readonly deviceBehind: string;
  readonly deviceBeside: string;
  readonly #router: string;
  readonly #host: string;
  readonly #toRouter: string;
  readonly #toHost: string;
  readonly #address: (last: number) => string;

  /** Addresses are of 198.18.0.0/15, which is for tests of networks (RFC 2544); 32 for each. */
  private constructor() {
    // Other processes may have some, too.
    const block = (process.pid * 7 + opened++) % 4096;
    const name = block.toString(16);
    const start = (block & 7) * 32;
    this.#address = (last) => `198.${18 + (block >> 11)}.${(block >> 3) & 255}.${start + last}`;
    this.#router = `driftless-r${name}`;
    this.#host = `driftless-h${name}`;
    this.#toRouter = `dr${name}`;
    this.#toHost = `dh${name}`;
    this.behind = this.#address(10);
    this.beside = this.#address(18);
    this.deviceBehind = this.#address(2);
    this.deviceBeside = this.#address(17);
  }

  static open(): Router {
    const router = new Router();
    process.once('exit', router.close);
    try {
      router.#build();
    } catch (error) {
      router.close();
      throw error;
    }
    return router;
  }

  /** What a command begins with to run on the server's host. */
  get onHost(): readonly string[] {
    return ['ip', 'netns', 'exec', this.#host];
  }

  /** Loses so many of 100 packets, in each direction; of 100, all. */
  lose(percent: number): void {
    this.#filter('flush chain inet driftless passing');
    if (percent === 0) return;
    const which = percent < 100 ? `numgen random mod 100 < ${percent}` : '';
    this.#filter(`add rule inet driftless passing ${which} drop`);
  }

  /** Passes so many kilobits a second in each direction, and keeps 400 ms of them waiting at most. */
  slow(kilobits: number): void {
    for (const side of ['out', 'in']) {
      run(
        'tc',
        ...['-n', this.#router, 'qdisc', 'replace', 'dev', side, 'root', 'tbf'],
        ...['rate', `${kilobits}kbit`, 'burst', '16kbit', 'latency', '400ms'],
      );
    }
  }

  /** The device gets another address, as after a change of network; its old one is gone. */
  moveDevice(): void {
    run('ip', 'addr', 'flush', 'dev', this.#toRouter);
    run('ip', 'addr', 'add', `${this.#address(3)}/29`, 'dev', this.#toRouter);
    this.#route();
  }

  close = (): void => {
    process.off('exit', this.close);
    for (const words of [
      ['link', 'del', this.#toRouter],
      ['link', 'del', this.#toHost],
      ['netns', 'del', this.#router],
      ['netns', 'del', this.#host],
    ]) {
      try {
        run('ip', ...words);
      } catch {
        // It was never made.
      }
    }
  };

  #build(): void {
    const [router, host] = [this.#router, this.#host];
    run('ip', 'netns', 'add', router);
    run('ip', 'netns', 'add', host);
    run('ip', ...veth(this.#toRouter), 'out', 'netns', router);
    run('ip', ...veth(this.#toHost), 'beside', 'netns', host);
    run('ip', '-n', router, ...veth('in'), 'behind', 'netns', host);
    const up = (where: string[], device: string, last: number) => {
      run('ip', ...where, 'addr', 'add', `${this.#address(last)}/29`, 'dev', device);
      run('ip', ...where, 'link', 'set', device, 'up');
    };
    up([], this.#toRouter, 2);
    up(['-n', router], 'out', 1);
    up(['-n', router], 'in', 9);
    up(['-n', host], 'behind', 10);
    up([], this.#toHost, 17);
    up(['-n', host], 'beside', 18);
    run('ip', '-n', host, 'link', 'set', 'lo', 'up');
    run('ip', '-n', host, 'route', 'add', `${this.#address(0)}/29`, 'via', this.#address(9));
    this.#route();
    const forward = 'echo 1 > /proc/sys/net/ipv4/ip_forward';
    run('ip', 'netns', 'exec', router, 'sh', '-c', forward);
    this.#filter('add table inet driftless');
    this.#filter('add chain inet driftless passing { type filter hook forward priority 0; }');
  }

  #route(): void {
    run('ip', 'route', 'replace', `${this.#address(8)}/29`, 'via', this.#address(1));
  }

  #filter(rule: string): void {
    run('ip', 'netns', 'exec', this.#router, 'nft', rule);
  }
}

/** The words that make a pair of linked devices, up to the name of the other end. */
function veth(name: string): string[] {
  return ['link', 'add', name, 'type', 'veth', 'peer', 'name'];
}
