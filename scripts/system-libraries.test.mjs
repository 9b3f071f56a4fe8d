import { expect, it } from 'vitest'
import { packagesForLdd } from './system-libraries.mjs'

it('names the Debian package of each missing library, once', () => {
  const ldd = `
	linux-vdso.so.1 (0x00007ffc)
	libgtk-3.so.0 => not found
	libgdk-3.so.0 => not found
	libnss3.so => not found
	libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f)
	libnever.so.9 => not found`
  expect(packagesForLdd(ldd)).toEqual({
    packages: ['libgtk-3-0', 'libnss3'],
    unknown: ['libnever.so.9']
  })
})

it('finds nothing where nothing is missing', () => {
  expect(packagesForLdd('	libc.so.6 => /lib/libc.so.6 (0x00007f)')).toEqual({
    packages: [],
    unknown: []
  })
})
