import { expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import type { RootsReport } from '../../shared/question/inbox'
import { faultServer, hurriedClock, useFaultBenches } from '../workbench/fault-testing'
import { somePerson } from './consent-testing'
import { DeskRoots } from './desk-roots'

const { bench, folder } = useFaultBenches()
const MINE = ServerId.parse('user:mine')
const TEAM = ServerId.parse('project:1:team')
const root = (path: string) => ({ uri: `file://${path}`, name: path.split('/').at(-1) })

/** A server of the person's own, and one of the project in /srv/project. */
function open() {
  const reports: RootsReport[] = []
  const noted: unknown[] = []
  const person = somePerson({
    clock: hurriedClock,
    projectRoots: (serverId) => roots.ofProject(serverId)
  })
  const askroots = faultServer('askroots')
  const { workbench } = bench(
    'askroots',
    undefined,
    {},
    {
      inputs: person.inputs,
      servers: [
        { ...askroots, id: MINE, name: 'mine' },
        { ...askroots, id: TEAM, name: 'team', scope: 'project', roots: ['/srv/defined'] }
      ]
    }
  )
  const roots: DeskRoots = new DeskRoots({
    clock: hurriedClock,
    profile: folder(),
    audit: { note: (entry) => void noted.push(entry.params) },
    workbench: () => workbench,
    projectFolder: () => '/srv/project',
    onRoots: (report) => reports.push(report),
    onLoss: ({ message }) => expect.unreachable(message),
    complain: (message) => expect.unreachable(message)
  })
  /** What the server says that it was told last. */
  const told = async (serverId: ServerId): Promise<unknown> => {
    const { done } = await workbench.startCall(serverId, 'go', {})
    const { outcome } = await done
    const { content } = (outcome as { result: { content: { text: string }[] } }).result
    return (JSON.parse(content[0]?.text ?? '[]') as unknown[]).at(-1)
  }
  return { roots, workbench, told, reports, noted, person }
}

it('a project has folders of its own, and each server of it is told when they change', async () => {
  const { roots, workbench, told, reports, noted, person } = open()
  await workbench.open(TEAM)
  await expect.poll(() => told(TEAM)).toEqual([root('/srv/defined')])
  roots.shareProject(TEAM)
  await expect.poll(() => told(TEAM)).toEqual([root('/srv/defined'), root('/srv/project')])
  roots.add(TEAM, 'project', '/srv/shared')
  roots.remove(TEAM, 'project', '/srv/project')
  await expect.poll(() => told(TEAM)).toEqual([root('/srv/defined'), root('/srv/shared')])
  expect(noted).toEqual([
    { action: 'share', owner: 'project', folder: '/srv/project' },
    { action: 'share', owner: 'project', folder: '/srv/shared' },
    { action: 'stop sharing', owner: 'project', folder: '/srv/project' }
  ])
  expect(reports.at(-1)).toEqual({
    serverId: TEAM,
    defined: ['/srv/defined'],
    project: { folder: '/srv/project', folders: ['/srv/shared'] }
  })
  expect(person.inbox.state().recent).toEqual([])
})

it('a server of the person’s own has nothing of the project that is open', async () => {
  const { roots } = open()
  roots.shareProject(TEAM)
  expect(roots.report(MINE)).toEqual({ serverId: MINE, defined: [] })
  expect(roots.ofProject(MINE)).toEqual([])
  expect(() => roots.shareProject(MINE)).toThrow('belongs to no project that is open')
})

it('what is shared for a project is shared in the next run too', () => {
  const { roots } = open()
  roots.add(TEAM, 'project', '/srv/shared')
  expect(open().roots.ofProject(TEAM)).toEqual(['/srv/shared'])
})
