import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { idOf, openTestDesk, type TestDesk } from '../desk/desk-testing'

/** A server of a project that is trusted with this env file. */
async function trusted(envFile: string, command = 'python3'): Promise<TestDesk> {
  const test = openTestDesk({ project: { a: { command, args: ['x'], envFile: '.env' } } })
  write(test, envFile)
  test.desk.openProject(test.project)
  await test.desk.registry.resolve(idOf(test, 'a'))
  expect(test.person.asked).toHaveLength(1)
  return test
}

function write({ project }: TestDesk, envFile: string): void {
  writeFileSync(join(project, '.env'), envFile)
}

function linesOf({ person }: TestDesk) {
  const lines = person.asked.at(-1)?.[0]?.lines ?? []
  return lines.filter(({ label }) => label.startsWith('file variable '))
}

describe('the env file of a server that is trusted', () => {
  it('asks again when a name is new in it, and says which', async () => {
    const test = await trusted('LEVEL=info\nAPI_TOKEN=hush-1\n')
    write(test, 'LEVEL=info\nAPI_TOKEN=hush-1\nPYTHONPYCACHEPREFIX=/srv/cache\n')
    test.person.decision = 'refuse'
    await expect(test.desk.registry.resolve(idOf(test, 'a'))).rejects.toThrow('not trusted')
    expect(linesOf(test)).toEqual([
      {
        label: 'file variable API_TOKEN',
        text: '•••',
        hidden: { isPart: false, length: 6, signs: [] }
      },
      { label: 'file variable LEVEL', text: 'info' },
      {
        label: 'file variable PYTHONPYCACHEPREFIX',
        text: '/srv/cache',
        change: { kind: 'added' }
      }
    ])
  })

  it('does not ask for a new value of a name that it had, or for one that is gone', async () => {
    const test = await trusted('LEVEL=info\nAPI_TOKEN=hush-1\n')
    write(test, 'API_TOKEN=hush-2\n')
    const { env } = (await test.desk.registry.resolve(idOf(test, 'a'))) as { env?: object }
    expect(env).toEqual({ API_TOKEN: 'hush-2' })
    expect(test.person.asked).toHaveLength(1)
  })

  it('asks for a new value of a name that loads code', async () => {
    const test = await trusted('NODE_OPTIONS=--max-old-space-size=100\n')
    write(test, 'NODE_OPTIONS=--require=./evil.js\n')
    await test.desk.registry.resolve(idOf(test, 'a'))
    expect(test.person.asked).toHaveLength(2)
    expect(linesOf(test)).toMatchObject([{ text: '--require=./evil.js', change: {} }])
  })

  it('asks once where it was trusted before its names were a part of that, and says why', async () => {
    const test = await trusted('LEVEL=info\n')
    const path = join(test.profile, 'trust.json')
    const file = JSON.parse(readFileSync(path, 'utf8')) as { entries: Record<string, unknown>[] }
    for (const entry of file.entries) {
      delete entry['hasFileNames']
      entry['lines'] = (entry['lines'] as { label: string }[]).filter(
        ({ label }) => !label.startsWith('file variable')
      )
    }
    writeFileSync(path, JSON.stringify(file))
    await test.desk.registry.resolve(idOf(test, 'a'))
    await test.desk.registry.resolve(idOf(test, 'a'))
    expect(test.person.asked).toHaveLength(2)
    expect(test.person.asked[1]).toMatchObject([{ isFileUnseen: true, isChanged: false }])
    expect(linesOf(test)).toEqual([{ label: 'file variable LEVEL', text: 'info' }])
  })

  it('has none of its values in what is kept of the trust', async () => {
    const test = await trusted('LEVEL=c4nary\nAPI_TOKEN=c4nary-2\n')
    expect(readFileSync(join(test.profile, 'trust.json'), 'utf8')).not.toContain('c4nary')
  })

  it('does not end what runs when it gets a new name', async () => {
    const test = await trusted('LEVEL=info\n')
    test.desk.registry.begin(await test.desk.registry.resolve(idOf(test, 'a')))
    write(test, 'LEVEL=info\nMORE=1\n')
    expect(test.desk.registry.unwanted()).toEqual([])
  })
})

describe('the env file of a server that runs code in its arguments', () => {
  it('is named in the question where it holds what that code can run unseen', async () => {
    const entry = { command: 'sh', args: ['-c', 'eval $TOKEN'], envFile: '.env' }
    const test = openTestDesk({ project: { a: entry } })
    write(test, 'TOKEN=touch /tmp/x; y\nLEVEL=info\n')
    test.desk.openProject(test.project)
    await test.desk.askAbout([idOf(test, 'a')])
    const warnings = test.person.asked[0]?.[0]?.warnings ?? []
    expect(warnings.filter(({ kind }) => kind === 'hidden-code')).toEqual([
      {
        kind: 'hidden-code',
        message:
          'The code in the arguments can run what is in the variable TOKEN, which is hidden here. Look at it in the env file.'
      }
    ])
  })
})

describe('a starter that reads a file of the project', () => {
  it.each([
    ['npx', ['-y', 'pkg@1.2.3'], '.npmrc'],
    ['npm', ['exec', 'pkg@1.2.3'], '.npmrc'],
    ['pnpm', ['dlx', 'pkg@1.2.3'], '.npmrc'],
    ['yarn', ['dlx', 'pkg@1.2.3'], '.yarnrc.yml'],
    ['bunx', ['pkg@1.2.3'], 'bunfig.toml']
  ])('is said of %s %j in a project, and not elsewhere', async (command, args, file) => {
    const test = openTestDesk({ user: { b: { command, args } }, project: { a: { command, args } } })
    test.desk.openProject(test.project)
    await test.desk.askAbout([idOf(test, 'a'), idOf(test, 'b')])
    const said = test.person.asked[0]?.map(({ scope, warnings }) => [
      scope,
      warnings.some(({ message }) => message.includes(`obeys ${file} in ${test.project}`))
    ])
    expect(said).toEqual([
      ['project', true],
      ['user', false]
    ])
  })
})
