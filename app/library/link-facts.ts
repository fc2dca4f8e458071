/**
 * What a device keeps beside its library, of what links it with others: what it is called there.
 * Apart from the library as the screens have it, for whoever only looks.
 */

/** The secret of the library that linked devices share. */
export const SECRET_FACT = 'library secret';
/** Which of them this device is. */
export const DEVICE_FACT = 'device';
