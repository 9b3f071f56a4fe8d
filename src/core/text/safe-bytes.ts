/** Keeps original bytes beside a redacted text only when they reveal no secret. */
import {
  brotliDecompressSync,
  constants,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  type InputType
} from 'node:zlib'

/** Bytes that become more than this when they are unpacked are not looked through. */
const UNPACKED_LIMIT_BYTES = 16 * 1024 * 1024
/** Less than this cannot be the packed form of a value that is hidden. */
const SMALLEST_PACKED_BYTES = 8
const ZSTANDARD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/**
 * The bytes themselves, or nothing where they hold something that `redact` takes out of a text: as
 * UTF-8, Latin-1 or UTF-16, packed or not. What cannot be looked through is taken to hold something.
 */
export function withoutSecrets(
  bytes: Uint8Array,
  redact: (text: string) => string
): Uint8Array | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isClean = (found: Buffer): boolean =>
    readingsOf(found).every((text) => redact(text) === text)
  const unpacked = unpackedForms(buffer)
  return unpacked && [buffer, ...unpacked].every(isClean) ? bytes : undefined
}

export function base64Of(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}

function readingsOf(bytes: Buffer): readonly string[] {
  const later = bytes.subarray(1)
  return [
    bytes.toString('utf8'),
    bytes.toString('latin1'),
    // Characters of two bytes may begin at an odd place, and have either byte first.
    bytes.toString('utf16le'),
    later.toString('utf16le')
  ]
}

type Unpack = (bytes: InputType) => Buffer

const maxOutputLength = UNPACKED_LIMIT_BYTES
/** The end may be missing, because only the beginning of what is too long is kept. */
const flushed = { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH }
const UNPACKERS: readonly Unpack[] = [
  (bytes) => gunzipSync(bytes, flushed),
  (bytes) => inflateSync(bytes, flushed),
  (bytes) => inflateRawSync(bytes, flushed),
  (bytes) =>
    brotliDecompressSync(bytes, { maxOutputLength, finishFlush: constants.BROTLI_OPERATION_FLUSH })
]

/** Undefined when the bytes are packed in a way that Patchbay cannot unpack. */
function unpackedForms(bytes: Buffer): readonly Buffer[] | undefined {
  if (bytes.length < SMALLEST_PACKED_BYTES) return []
  if (bytes.subarray(0, ZSTANDARD.length).equals(ZSTANDARD)) return undefined
  const found: Buffer[] = []
  for (const unpack of UNPACKERS) {
    try {
      found.push(unpack(bytes))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined
      // Otherwise they are not packed like this.
    }
  }
  return found
}
