const BLOCK_BYTES = 64;
/** The first 32 bits of the fractional parts of the square roots and the cube roots of the first primes (FIPS 180-4). */
const PRIMES = firstPrimes(64);
const INITIAL = PRIMES.slice(0, 8).map((prime) => fractionOf(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fractionOf(Math.cbrt(prime)));

/** SHA-256 at once: the one of browsers answers by a promise, which the code under test does not wait for. */
export function sha256(data: Uint8Array): Uint8Array {
  const state = Int32Array.from(INITIAL);
  const words = new Int32Array(64);
  const padded = pad(data);
  for (let from = 0; from < padded.byteLength; from += BLOCK_BYTES) addBlock(state, words, padded, from);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => digest.setInt32(index * 4, word));
  return new Uint8Array(digest.buffer);
}

/** HMAC with SHA-256 (RFC 2104). */
export function hmacSha256(key: Uint8Array, data: Uint8Array): Uint8Array {
  const short = key.length > BLOCK_BYTES ? sha256(key) : key;
  const padWith = (filler: number) =>
    Uint8Array.from({ length: BLOCK_BYTES }, (_, index) => (short[index] ?? 0) ^ filler);
  return sha256(join(padWith(0x5c), sha256(join(padWith(0x36), data))));
}

function join(one: Uint8Array, other: Uint8Array): Uint8Array {
  const joined = new Uint8Array(one.length + other.length);
  joined.set(one);
  joined.set(other, one.length);
  return joined;
}

function firstPrimes(count: number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number += 1)
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  return found;
}

function fractionOf(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
}

/** A one, zeros, and the length in bits, up to a whole number of blocks. */
function pad(data: Uint8Array): DataView {
  const blocks = Math.ceil((data.length + 9) / BLOCK_BYTES);
  const padded = new Uint8Array(blocks * BLOCK_BYTES);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, data.length * 8);
  return view;
}

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** @param words is overwritten */
function addBlock(state: Int32Array, words: Int32Array, data: DataView, from: number): void {
  const word = (index: number) => words[index] ?? 0;
  for (let index = 0; index < 16; index += 1) words[index] = data.getInt32(from + index * 4);
  for (let index = 16; index < 64; index += 1) {
    const [early, late] = [word(index - 15), word(index - 2)];
    const one = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const other = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[index] = word(index - 16) + one + word(index - 7) + other;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let index = 0; index < 64; index += 1) {
    const mixed = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const chosen = (e & f) ^ (~e & g);
    const first = (h + mixed + chosen + (ROUNDS[index] ?? 0) + word(index)) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, index) => (state[index] = (state[index] ?? 0) + value));
}
