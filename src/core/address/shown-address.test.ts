import { describe, expect, it } from 'vitest'
import { shownAddress, shownPath, shownSession, shownUrl } from './shown-address'

describe('Shown addresses', () => {
  it.each([
    ['https://host/mcp', 'https://host/mcp'],
    ['https://ada:hush@host:81/mcp', 'https://•••@host:81/mcp'],
    ['https://hush@host/', 'https://•••@host/'],
    ['https://:hush@host/', 'https://•••@host/'],
    ['https://ada:hu%3Ash@host/@scope/mcp', 'https://•••@host/@scope/mcp'],
    ['https://host/mcp?api_key=hush&x=hush', 'https://host/mcp?api_key=•••&x=•••'],
    ['https://host/mcp?hush', 'https://host/mcp?•••'],
    ['https://host/mcp?a=&b=hush=hush', 'https://host/mcp?a=&b=•••'],
    ['https://host/mcp?cursor=4&key=hush', 'https://host/mcp?cursor=4&key=•••'],
    ['https://host/mcp#token=hush', 'https://host/mcp#•••']
  ])('hide of %s what may be secret', (text, expected) => {
    expect([shownUrl(new URL(text)), shownAddress(text)]).toEqual([expected, expected])
  })

  it.each([
    ['/moved?key=hush', '/moved?key=•••'],
    ['?hush', '?•••'],
    ['//ada:hush@host/mcp', '//•••@host/mcp'],
    ['ada:hush@host/mcp?key=hush', '•••@host/mcp?key=•••'],
    ['http//ada:hu?sh@host', '•••@host'],
    ['https://ada:hush@ho st/?k=hush#hush', 'https://•••@ho st/?k=•••#•••'],
    ['https://ada:hu@sh@ho st', 'https://•••@ho st'],
    ['no address at all', 'no address at all']
  ])('hide of %s, which is no whole address, rather too much', (text, expected) => {
    expect(shownAddress(text)).toBe(expected)
  })

  it('show the path with the names of what is asked', () => {
    expect(shownPath(new URL('https://hush@host/a/b?c=hush'))).toBe('/a/b?c=•••')
  })

  it('let two sessions be told apart, and neither be used', () => {
    const [one, again, other] = ['hush-1', 'hush-1', 'hush-2'].map(shownSession)
    expect(one).toMatch(/^••• \([0-9a-f]{8}\)$/)
    expect([one === again, one === other]).toEqual([true, false])
  })
})
