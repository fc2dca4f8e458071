/** Whether a file is an archive, by what it is called: known before what reads one is loaded. */
export function isArchive({ name, type }: File): boolean {
  return /\.zip$/i.test(name) || /^application\/(?:x-)?zip(?:-compressed)?$/.test(type);
}
