// A picture and a sound, made rather than stored.
import { crc32, deflateSync } from 'node:zlib'

const WIDTH = 160
const HEIGHT = 100
const SAMPLES_PER_SECOND = 8_000

/** A gradient, as PNG. */
export function picture() {
  const data = gradient(WIDTH, HEIGHT).toString('base64')
  return { type: 'image', mimeType: 'image/png', data }
}

/** The same as an icon, in an address that holds all of it. */
export function smallPicture() {
  return `data:image/png;base64,${gradient(16, 16).toString('base64')}`
}

function gradient(width, height) {
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * (1 + width * 3) + 1 + x * 3
      rows[at] = Math.round((x / width) * 255)
      rows[at + 1] = Math.round((y / height) * 255)
      rows[at + 2] = 160
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0))
  ])
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

/** One second of the note A, as WAV. */
export function sound() {
  const wav = Buffer.alloc(44 + SAMPLES_PER_SECOND)
  wav.write('RIFF', 0, 'latin1')
  wav.writeUInt32LE(36 + SAMPLES_PER_SECOND, 4)
  wav.write('WAVEfmt ', 8, 'latin1')
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(SAMPLES_PER_SECOND, 24)
  wav.writeUInt32LE(SAMPLES_PER_SECOND, 28)
  wav.writeUInt16LE(1, 32)
  wav.writeUInt16LE(8, 34)
  wav.write('data', 36, 'latin1')
  wav.writeUInt32LE(SAMPLES_PER_SECOND, 40)
  for (let sample = 0; sample < SAMPLES_PER_SECOND; sample++) {
    const wave = Math.sin((sample / SAMPLES_PER_SECOND) * 440 * 2 * Math.PI)
    wav[44 + sample] = 128 + Math.round(wave * 60)
  }
  return { type: 'audio', mimeType: 'audio/wav', data: wav.toString('base64') }
}
