/**
 * What decoders are tried with: frames as they are sent, and bytes that were trouble once, here or
 * elsewhere. What is found by `FUZZ_RUNS=…` is added here, in hex, with what it is.
 */
export const CORPUS: Readonly<Record<string, string>> = {
  'an empty frame': '',
  'a state vector of nothing': '00000100',
  'an update of one character': '00020a010105000401046261640100',
  'an update that adds nothing': '0002020000',
  'presence of somebody': `01${'1b'}010501177b22706572736f6e223a7b226964223a2278227d7d`,
  'presence that says null': '010801050104 6e756c6c'.replace(' ', ''),
  'a question who is here': '03',
  'a length longer than the frame': '0002ffffffff0f00',
  'a length that is no safe number': '0002ffffffffffffffffff7f',
  'a number that never ends': 'ffffffffffffffffffffffffffffff',
  'two thousand million structs': '00020580808080080100',
  'a struct as long as two thousand million': '0002090101070a8080808008 00'.replace(' ', ''),
  'deletions of two thousand million': '000209000107010080808080 08'.replace(' ', ''),
  'an item that is its own left neighbour': '00020a0101050084050301610 0'.replace(' ', ''),
  'a list inside a list inside a list': `0002ff01010107000801016101${'7501'.repeat(110)}`,
  'text that is no UTF-8': '00020a01010500040101c3280100',
  'a token': '0200057365637265',
  'a name and a frame': '0364 6f6300000100'.replace(' ', ''),
};
