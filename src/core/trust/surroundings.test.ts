import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { TrustSubject } from '../../shared/question/prompt'
import { idOf, openTestDesk, temporaryFolder } from '../desk/desk-testing'

type Entry = Readonly<Record<string, unknown>>

/** What is asked about a server of a project, in whose folder these programs are. */
async function asked(
  entry: (project: string) => Entry,
  programs: readonly string[] = []
): Promise<{ subject: TrustSubject; project: string }> {
  const test = openTestDesk()
  for (const name of programs) program(join(test.project, name))
  const servers = { mcpServers: { mine: entry(test.project) } }
  writeFileSync(join(test.project, '.mcp.json'), JSON.stringify(servers))
  test.desk.openProject(test.project)
  await test.desk.askAbout([idOf(test, 'mine')])
  const subject = test.person.asked[0]?.[0]
  if (!subject) throw new Error('Nobody was asked.')
  return { subject, project: test.desk.scopes.project?.folder ?? '' }
}

function program(path: string): string {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, '#!/bin/sh\necho ran\n')
  chmodSync(path, 0o755)
  return path
}

const fileOf = ({ lines }: TrustSubject): string | undefined =>
  lines.find(({ label }) => label === 'program')?.text
const kindsOf = ({ warnings }: TrustSubject): readonly string[] => warnings.map(({ kind }) => kind)

describe.runIf(process.platform !== 'win32')('the question about a server', () => {
  it('names the file that its command leads to', async () => {
    const folder = temporaryFolder()
    program(join(folder, 'tool'))
    const { subject } = await asked(() => ({
      command: 'tool',
      env: { PATH: `.:${folder}:\${PATH}` }
    }))
    expect(fileOf(subject)).toBe(join(folder, 'tool'))
    expect(kindsOf(subject)).not.toContain('project-program')
  })

  it('does not look into the project by way of PATH', async () => {
    const path = ':.:node_modules/.bin:../nowhere'
    const { subject } = await asked(
      () => ({ command: 'tool', env: { PATH: path } }),
      ['tool', 'node_modules/.bin/tool']
    )
    expect(fileOf(subject)).toBe('not found now')
  })

  it.each([
    ['./bin/tool', 'is written as a path'],
    ['linked', 'is linked to from outside']
  ])('warns where the program is a file of the project: %s %s', async (command) => {
    const outside = temporaryFolder()
    const { subject, project } = await asked(
      (folder) => {
        symlinkSync(join(folder, 'bin', 'tool'), join(outside, 'linked'))
        return { command, env: { PATH: outside } }
      },
      ['bin/tool']
    )
    expect(fileOf(subject)).toBe(
      command === 'linked' ? join(outside, 'linked') : join(project, 'bin/tool')
    )
    expect(kindsOf(subject)).toContain('project-program')
  })

  it('says nothing of a file that a secret decides', async () => {
    const { subject } = await asked(() => ({ command: '${secret:TOOL}' }))
    expect(fileOf(subject)).toBeUndefined()
  })
})
