// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { drawn } from '../../testing'
import { ResourceContents } from './ResourceContents'

it('says the address of a part only where it is another than the one that was read', async () => {
  const contents = [
    { uri: 'a://whole', text: 'one' },
    { uri: 'a://part', text: 'two' }
  ]
  const place = await drawn(<ResourceContents contents={contents} uri="a://whole" />)
  const [whole, part] = [...place.querySelectorAll('header')].map(({ textContent }) => textContent)
  expect(whole).not.toContain('a://whole')
  expect(part).toContain('a://part')
})
