/** The server could not be reached, or what answered is not our server. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
  constructor(cause: unknown) {
    super('The server cannot be reached.', { cause });
  }
}
