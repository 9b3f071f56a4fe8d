import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { WorkbenchErrorCode } from '../../shared/protocol/errors'
import { fakeClock } from '../time/fake-clock'
import { Callback, type CallbackOptions } from './callback'

const opened: Callback[] = []
afterEach(() => opened.splice(0).forEach((callback) => callback.cancel()))

async function open(options: Partial<CallbackOptions> = {}) {
  const clock = fakeClock()
  let strangers = 0
  const callback = await Callback.open({ clock, onStranger: () => (strangers += 1), ...options })
  opened.push(callback)
  const { port, hostname } = new URL(callback.redirectUrl)
  const ask = async (path: string, more: RequestOptions = {}) => {
    const sent = request({ host: hostname.replace(/[[\]]/g, ''), port, path, ...more }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return {
      status: response.statusCode,
      headers: response.headers,
      page: await text(response)
    }
  }
  const right = `/callback?code=code-4711&state=${callback.state}`
  return { callback, clock, ask, right, strangers: () => strangers }
}

/** What the page shows besides its looks. */
function wordsOf(page: string): string {
  return page
    .replace(/<style>.*?<\/style>/, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
}

describe('the callback', () => {
  it('takes the answer with its state, and shows nothing of it', async () => {
    const { callback, ask, right, strangers } = await open()
    const { status, page, headers } = await ask(`${right}&iss=https://a.example`)
    expect([status, wordsOf(page)]).toEqual([
      200,
      'Back to Patchbay Back to Patchbay Patchbay goes on by itself. You can close this page.'
    ])
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      connection: 'close'
    })
    expect(await callback.answer).toEqual({ code: 'code-4711', iss: 'https://a.example' })
    expect(strangers()).toBe(0)
  })

  it('says of a refusal that there is one, and not which', async () => {
    const { callback, ask } = await open()
    const error = 'error=<b>denied</b>&error_description=<script>1</script>'
    const { status, page } = await ask(`/callback?${encodeURI(error)}&state=${callback.state}`)
    expect([status, wordsOf(page)]).toEqual([
      200,
      'No access No access Patchbay was given no access, and says why in its window. You can close this page.'
    ])
    expect(await callback.answer).toEqual({
      error: '<b>denied</b>',
      errorDescription: '<script>1</script>'
    })
  })

  it.each<[string, (right: string) => string, RequestOptions, number]>([
    ['another method', (right) => right, { method: 'POST' }, 400],
    ['a question for the headers alone', (right) => right, { method: 'HEAD' }, 400],
    ['another host', (right) => right, { headers: { host: 'evil.example' } }, 400],
    ['the name of this machine instead', (right) => right, { headers: { host: 'localhost' } }, 400],
    ['another path', (right) => right.replace('/callback', '/other'), {}, 404],
    ['a path below', (right) => right.replace('/callback', '/callback/'), {}, 404],
    ['another host in the path', (right) => `//evil.example${right}`, {}, 404],
    ['another address as the path', (right) => `http://evil.example${right}`, {}, 404],
    ['no address as the path', () => '//[', {}, 404],
    ['no state', () => '/callback?code=x', {}, 400],
    ['another state', (right) => right.slice(0, -1), {}, 400],
    ['a second code', (right) => `${right}&code=x`, {}, 400],
    ['a second state', (right) => `${right}&state=x`, {}, 400],
    ['a second of what nobody knows', (right) => `${right}&a=1&a=2`, {}, 400],
    ['a query of more than 16 KB', (right) => `${right}&a=${'x'.repeat(16_384)}`, {}, 400]
  ])('does not take %s, and waits on', async (_what, path, more, status) => {
    const { callback, ask, right } = await open()
    const refused = await ask(path(right), more)
    expect(refused.status).toBe(status)
    if (more.method !== 'HEAD') {
      expect(wordsOf(refused.page)).toBe(
        'Nothing to do here Nothing to do here Patchbay does not expect this page. You can close it.'
      )
    }
    expect(refused.headers['content-security-policy']).toContain("default-src 'none'")
    expect((await ask(right)).status).toBe(200)
    expect(await callback.answer).toEqual({ code: 'code-4711' })
  })

  it('takes a query of almost 16 KB', async () => {
    const { callback, ask, right } = await open()
    expect((await ask(`${right}&a=${'x'.repeat(16_000)}`)).status).toBe(200)
    expect(await callback.answer).toEqual({ code: 'code-4711' })
  })

  it('takes one answer, also when two come at once', async () => {
    const { ask, right, callback } = await open()
    const both = await Promise.allSettled([ask(right), ask(right.replace('4711', '4712'))])
    const statuses = both.map((each) => (each.status === 'fulfilled' ? each.value.status : 0))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect((await callback.answer).code).toMatch(/^code-471[12]$/)
    await expect(ask(right)).rejects.toThrow('ECONNREFUSED')
  })

  it('tells of whoever comes with another state', async () => {
    const { ask, strangers } = await open()
    await ask('/callback?code=x&state=guessed')
    expect(strangers()).toBe(1)
  })

  it('ends after five minutes, and does not listen any more', async () => {
    const { callback, clock, ask, right } = await open()
    clock.pass(5 * 60_000 - 1)
    expect((await ask('/other')).status).toBe(404)
    clock.pass(1)
    await expect(callback.answer).rejects.toMatchObject({
      code: WorkbenchErrorCode.Dismissed,
      message: expect.stringContaining('within five minutes') as string
    })
    await expect(ask(right)).rejects.toThrow('ECONNREFUSED')
  })

  it('gives the browser its five minutes after what a person does first', async () => {
    const { callback, clock, ask, right } = await open()
    const work = Promise.withResolvers<string>()
    const done = callback.waitFor(work.promise)
    clock.pass(60 * 60_000)
    work.resolve('registered by hand')
    expect(await done).toBe('registered by hand')
    clock.pass(5 * 60_000 - 1)
    expect((await ask('/other')).status).toBe(404)
    clock.pass(1)
    await expect(ask(right)).rejects.toThrow('ECONNREFUSED')
  })

  it('begins no time when it is cancelled meanwhile', async () => {
    const { callback, clock } = await open()
    const done = callback.waitFor(Promise.resolve())
    callback.cancel()
    await done
    expect(clock.timers.size).toBe(0)
  })

  it('leaves no timer behind', async () => {
    const { callback, clock } = await open()
    callback.cancel()
    expect(clock.timers.size).toBe(0)
  })

  it.each([
    'https://127.0.0.1:8080/callback',
    'http://example.com/callback',
    'http://127.0.0.1.example.com/callback',
    'http://127.0.0.1:8080/callback?a=b',
    'http://127.0.0.1:8080/callback#a',
    'http://me@127.0.0.1:8080/callback',
    'callback'
  ])('does not listen for %s', async (redirectUrl) => {
    await expect(open({ redirectUrl })).rejects.toThrow('"oauth.redirectUrl" has to be')
  })
})
