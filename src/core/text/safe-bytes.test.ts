import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { Redactor } from '../redaction/redaction'
import { withoutSecrets } from './safe-bytes'

const SECRET = 'pässword-4711-hush'
const redactor = new Redactor()
redactor.add([SECRET])
const redact = (text: string): string => redactor.redactJson(text)

const ODD = Buffer.from([0xff, 0xfe, 0xc3, 0x28])
const around = (bytes: Buffer): Buffer => Buffer.concat([ODD, bytes, ODD])
const said = Buffer.from(`{"token":"${SECRET}","rest":"${'word '.repeat(50)}"}`)

describe('bytes that are kept beside a text', () => {
  it.each([
    ['of noise', ODD],
    ['of a packed body', gzipSync('{"result":{}}')]
  ])('are all there: those %s', (_, bytes) => {
    expect(withoutSecrets(bytes, redact)).toBe(bytes)
  })

  it.each([
    ['as UTF-8', around(said)],
    ['as Latin-1', around(Buffer.from(SECRET, 'latin1'))],
    ['as UTF-16', around(Buffer.from(SECRET, 'utf16le'))],
    [
      'as UTF-16 at an odd place',
      Buffer.concat([ODD, ODD.subarray(0, 1), Buffer.from(SECRET, 'utf16le')])
    ],
    ['as base64', around(Buffer.from(said.toString('base64')))],
    ['packed by gzip', gzipSync(said)],
    ['packed by gzip and cut', gzipSync(said).subarray(0, -12)],
    ['packed by zlib', deflateSync(said)],
    ['packed by deflate', deflateRawSync(said)],
    ['packed by brotli', brotliCompressSync(said)]
  ])('are left out where they hold a secret %s', (_, bytes) => {
    expect(withoutSecrets(bytes, redact)).toBeUndefined()
  })

  it.each([
    ['become too much', gzipSync(Buffer.alloc(20 * 1024 * 1024))],
    ['are packed by Zstandard', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x00, 0xff, 0xff])]
  ])('are left out where they cannot be looked through: they %s', (_, bytes) => {
    expect(withoutSecrets(bytes, redact)).toBeUndefined()
  })
})
