import { expect, it } from 'vitest'
import { packagesNamedIn } from './cached-packages.mjs'

it('names the packages that npm complains about, and no others that are called alike', () => {
  const output = 'npm error notarget No matching version found for @some/mcp@0.3.1.\n'
  expect(packagesNamedIn(output, ['@some/mcp', '@some/mcp-more', 'mcp', 'other'])).toEqual([
    '@some/mcp'
  ])
})
