import { describe, expect, it } from 'vitest'
import { pictureHead } from './picture-head'

const hex = (digits: string): Uint8Array =>
  Uint8Array.from(digits.match(/[\da-f]{2}/g) ?? [], (pair) => Number.parseInt(pair, 16))
const ascii = (text: string): string =>
  [...text].map((character) => character.charCodeAt(0).toString(16)).join('')

const PNG = `89504e470d0a1a0a 0000000d${ascii('IHDR')} 00000140 000000f0 0806000000`
const GIF = `${ascii('GIF89a')} 4001 f000 80 00 00`
const BMP = `${ascii('BM')} 00000000 00000000 36000000 28000000 40010000 10ffffff 0100`
const WEBP_X = `${ascii('RIFF')} 00000000 ${ascii('WEBPVP8X')} 0a000000 00000000 3f0100 ef0000`
const WEBP_L = `${ascii('RIFF')} 00000000 ${ascii('WEBPVP8L')} 00000000 2f 3fc13b00 00`
const WEBP_LOSSY = `${ascii('RIFF')} 00000000 ${ascii('WEBPVP8 ')} 00000000 000000 9d012a 4001 f000 00`
const JPEG = 'ffd8 ffe0 0004 0000 ffc4 0003 00 ffc2 0011 08 00f0 0140 03'
const AVIF = `0000001c ${ascii('ftypavif')} 00000000 00000014 ${ascii('ispe')} 00000000 00000140 000000f0 00000000 00000000`

describe('pictureHead', () => {
  it.each([
    ['image/png', PNG],
    ['image/gif', GIF],
    ['image/bmp', BMP],
    ['image/webp', WEBP_X],
    ['image/webp', WEBP_L],
    ['image/webp', WEBP_LOSSY],
    ['image/jpeg', JPEG],
    ['image/avif', AVIF]
  ])('reads the size of %s', (type, digits) => {
    expect(pictureHead(hex(digits))).toEqual({ type, width: 320, height: 240 })
  })

  it('takes a GIF to be as large as its first frame', () => {
    const before = `${ascii('GIF89a')} 0100 0100 80 00 00 000000 ffffff 21f9 04 00000000 00`
    const frame = '2c 4000 1000 0001 e000 00'
    const size = { type: 'image/gif', width: 320, height: 240 }
    expect(pictureHead(hex(`${before} ${frame}`))).toEqual(size)
    expect(pictureHead(hex(before))).toEqual({ ...size, width: 1, height: 1 })
  })

  it('does not take a page or a drawing for a picture', () => {
    expect(pictureHead(hex(ascii('<svg xmlns="http://www.w3.org/2000/svg">')))).toBeUndefined()
    expect(pictureHead(hex(ascii('<!doctype html>')))).toBeUndefined()
  })

  it('survives a picture that ends before it begins', () => {
    for (const whole of [PNG, GIF, BMP, WEBP_X, JPEG, AVIF]) {
      const bytes = hex(whole)
      for (let length = 0; length < 10; length++) {
        expect(pictureHead(bytes.subarray(0, length))).toBeUndefined()
      }
    }
  })
})
