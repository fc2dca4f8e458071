/** What the check-up says, in English; the app has it in other languages (`app/i18n`). */

export const CHECKUP_TEXTS = {
  of: {
    server: 'Server',
    encryption: 'Encryption',
    connection: 'Live connection',
    address: 'Address',
    headers: 'Protective headers',
    clock: 'Clock',
    storage: 'Storage of the server',
    device: 'Storage of this browser',
    version: 'Version',
  },
  answers: (version: string) => `Driftless ${version} answers.`,
  nothingAnswers:
    'Nothing answers at this address. Is the server running, and does the proxy pass on to its port?',
  somethingElse:
    'Something else answers at this address. Does the proxy pass all paths on to the server?',
  encrypted: 'What travels is encrypted, and the app can be kept for offline use.',
  local: 'This computer itself: the app can be kept for offline use. Others need https.',
  notEncrypted:
    'Not over https: anybody on the way can read along, and browsers do not keep the app for offline use. Put a proxy with a certificate in front.',
  socketsThrough: 'Live connections come through.',
  noSockets:
    'No WebSocket comes through, so changes travel every few seconds and nobody is seen. The proxy must pass on Upgrade and Connection for /sync/.',
  notTried: 'Could not be tried.',
  letIn: 'Pages of this address are let in.',
  notLetIn:
    'Pages of this address are refused as those of another website. The proxy must pass on the Host header as it came, or ALLOWED_ORIGINS must name this address.',
  headersArrive: 'They arrive as they were sent.',
  headersMissing: (names: string) =>
    `Missing or changed on the way: ${names}. Let the proxy pass on what the server sends.`,
  noTime: 'The answer had no time in it.',
  clocksAgree: 'The server and this device agree on the time.',
  clockAhead: (minutes: number) =>
    `The server is ${minutes} minutes ahead of this device. Links end at the wrong time: set the clock that is wrong.`,
  clockBehind: (minutes: number) =>
    `The server is ${minutes} minutes behind this device. Links end at the wrong time: set the clock that is wrong.`,
  notAsked: 'Could not be asked: the proxy does not pass on /readyz, or nothing answered.',
  canStore: 'The server can store.',
  cannotStore:
    'The server cannot store. Look at its log, and whether the disk is full or read-only.',
  keepsHere: 'This browser keeps what you write.',
  keepsNothing: 'This browser keeps nothing of this app: a private window, a setting, or no room.',
  notCompared: 'Could not be compared.',
  sameVersion: (version: string) => `App and server are ${version}.`,
  otherVersions: (app: string, server: string) =>
    `The app here is ${app}, the server ${server}. Reload; if that does not help, a cache in between keeps an old app.`,
} as const;
