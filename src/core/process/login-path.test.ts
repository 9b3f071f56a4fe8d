import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { systemClock, type Clock } from '../time/clock'
import {
  askShell,
  isFromTerminal,
  isLoginPathUsed,
  mergedPath,
  useLoginPath,
  withLoginPath
} from './login-path'
import { isAlive } from './process-testing'

vi.setConfig({ testTimeout: 30_000 })
const folder = mkdtempSync(join(tmpdir(), 'patchbay-shell-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => useLoginPath(false))

/** A shell that does this before and after what it is asked to do, and has that PATH. */
function shell(
  name: string,
  before: string,
  rest = 'PATH=/from/shell:/bin\nexport PATH\neval "$4"'
) {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${before}\n${rest}\n`)
  chmodSync(path, 0o755)
  return path
}

/** On it, all waits are over as soon as `isTime`. */
function clockThatWaitsFor(isTime: () => boolean): Clock {
  return {
    ...systemClock,
    after: (_ms, work) => {
      const timer = setInterval(() => {
        if (!isTime()) return
        clearInterval(timer)
        work()
      }, 10)
      return () => clearInterval(timer)
    }
  }
}

describe('asking the login shell', () => {
  it('hears the PATH that the shell hands on to programs', async () => {
    expect(await askShell(shell('plain', ''))).toBe('/from/shell:/bin')
  })

  it('asks as a terminal would, with nobody to answer questions', async () => {
    const told = join(folder, 'told')
    await askShell(shell('told.sh', `echo "$1 $2 $3 $TERM" > "${told}"; cat >> "${told}"`))
    expect(readFileSync(told, 'utf8')).toBe('-i -l -c dumb\n')
  })

  it.each([
    ['a banner', 'echo "Welcome! PATH=/fake"; echo oops >&2'],
    ['a banner without an end', 'printf "loading..."'],
    ['a question', 'read -p "Update now? [Y/n]" answer; echo "You said $answer"']
  ])('is not confused by %s', async (name, before) => {
    expect(await askShell(shell(name.replaceAll(' ', '-'), before))).toBe('/from/shell:/bin')
  })

  it('is not confused by what comes after the answer, or a bad end', async () => {
    const rest = 'PATH=/from/shell\nexport PATH\neval "$4"\necho bye\nexit 1'
    expect(await askShell(shell('after', '', rest))).toBe('/from/shell')
  })

  it.each([
    ['fails at once', 'exit 1'],
    ['does not know the options', 'echo "unknown option -l" >&2; exit 2'],
    ['prints the question only', 'echo "$4"; exit 0']
  ])('does without a shell that %s', async (name, before) => {
    expect(await askShell(shell(name.replaceAll(' ', '-'), before))).toBeUndefined()
  })

  it('does without a shell that is not there, or is no program', async () => {
    expect(await askShell(undefined)).toBeUndefined()
    expect(await askShell(join(folder, 'nothing'))).toBeUndefined()
    expect(await askShell(folder)).toBeUndefined()
  })

  it('ends a shell that hangs, and what it has started', async () => {
    const pids = join(folder, 'pids')
    const hanging = shell(
      'hanging',
      `sleep 600 &\necho "$$ $!" > "${pids}.new"; mv "${pids}.new" "${pids}"; wait`
    )
    const clock = clockThatWaitsFor(() => existsSync(pids))
    expect(await askShell(hanging, { clock })).toBeUndefined()
    const started = readFileSync(pids, 'utf8').trim().split(' ').map(Number)
    expect(started).toHaveLength(2)
    await vi.waitFor(() => expect(started.filter(isAlive)).toEqual([]), 10_000)
  })
})

describe('being started from a terminal', () => {
  it.each<[string, Record<string, string>, readonly number[], boolean]>([
    ['all at a terminal', { TERM: 'xterm' }, [0, 1, 2], true],
    ['only its input at one', { TERM: 'xterm' }, [0], true],
    ['only its errors at one', { TERM: 'xterm' }, [2], true],
    ['nothing at one, as from a menu', { TERM: 'xterm', SHLVL: '1' }, [], false],
    ['nobody who says what kind it is', {}, [0, 1, 2], false]
  ])('is told with %s', (_what, env, terminals, isFrom) => {
    expect(isFromTerminal(env, (stream) => terminals.includes(stream))).toBe(isFrom)
  })
})

describe('the PATH of servers', () => {
  it('has the folders of the login shell first, each once, and none that is empty', () => {
    const join = (...folders: string[]): string => folders.join(delimiter)
    expect(mergedPath(join('/a', '', '/b'), join('/c', '/b', '/c'))).toBe(join('/c', '/b', '/a'))
    expect(mergedPath('/a', undefined)).toBe('/a')
    expect(mergedPath(undefined, undefined)).toBe('')
  })

  it('is ours until the login shell’s is wanted', async () => {
    const env = { PATH: '/own/folder' }
    expect(await withLoginPath(env)).toBe(env)
    vi.stubEnv('SHELL', shell('wanted', ''))
    useLoginPath(true)
    expect(isLoginPathUsed()).toBe(true)
    expect(await withLoginPath(env)).toEqual({ PATH: '/from/shell:/bin:/own/folder' })
    vi.stubEnv('SHELL', shell('another', 'exit 1'))
    expect(await withLoginPath(env)).toEqual({ PATH: '/from/shell:/bin:/own/folder' })
    vi.unstubAllEnvs()
  })
})
