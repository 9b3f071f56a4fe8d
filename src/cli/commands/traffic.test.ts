import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { openTables } from '../../core/store/rows/tables'
import { TrafficStore } from '../../core/store/traffic-store'
import { readLine } from '../../shared/traffic/traffic-line'
import { faults, folder, json, patchbay, startHttp, tidy } from '../testing'

vi.setConfig({ testTimeout: 60_000 })
afterAll(tidy)

/** The lines of a file that a call has left behind. */
async function recorded(name: string, mode: string): Promise<{ file: string; lines: string[] }> {
  const file = join(folder, name)
  await patchbay(['call', 'go', '--approve', '--traffic', file, ...faults(mode)])
  return { file, lines: readFileSync(file, 'utf8').trimEnd().split('\n') }
}

function parsed(lines: string): readonly unknown[] {
  return lines.split('\n').map((line) => JSON.parse(line) as unknown)
}

/** A profile in which the app has recorded these lines, and is still running. */
function profileWith(
  name: string,
  lines: readonly string[]
): { profile: string; app: TrafficStore } {
  const profile = join(folder, name)
  const app = new TrafficStore(openTables(join(profile, 'traffic', 'traffic.db'), () => {}))
  const parts = lines.map(readLine)
  const recording = app.recordings.begin(Date.parse('2026-05-04T12:00:00Z'))
  app.append(
    recording,
    parts.map(({ entry }) => entry),
    parts.map(({ raw }) => raw)
  )
  app.recordings.nameServers(recording, { [parts[0]?.entry.serverId ?? '']: 'mine' })
  app.recordings.begin(Date.parse('2026-05-05T12:00:00Z'))
  return { profile, app }
}

describe('patchbay traffic', () => {
  it('shows a recording as a table, and reports bad lines with their number', async () => {
    const { file, lines } = await recorded('shown.jsonl', 'dup')
    const whole = await patchbay(['traffic', file])
    expect(whole).toMatchObject({ code: 0, stderr: '' })
    expect(whole.stdout).toMatch(/^ +\d+ {2}[\d:.]+ {2}\S+ {2}→ {2}request +tools\/call /m)
    expect(whole.stdout).toMatch(/! duplicate-answer$/m)

    writeFileSync(file, [...lines, '', 'not JSON', '{"seq":1}', lines[0], ''].join('\n'))
    const { code, stdout, stderr } = await patchbay(['traffic', 'show', file, '--json'])
    expect([code, parsed(stdout)]).toEqual([2, parsed(lines.join('\n'))])
    const bad = [2, 3, 4].map((after) => `line ${lines.length + after}`)
    expect(stderr.match(/line \d+/g)).toEqual(bad)
  })

  it('shows as JSON what stands in the file, and nothing that was counted from it', async () => {
    const base = { time: '2026-05-04T12:00:00.000000Z', server: 'demo', origin: 'workbench' }
    const asked = { jsonrpc: '2.0', id: 1, method: 'ping' }
    const told = { jsonrpc: '2.0', method: 'notifications/progress' }
    const broken = [{ rule: 'r', message: 'm', clause: 'c' }]
    const fields = { bytes: 1, method: 'ping', id: 1, violations: [], raw: JSON.stringify(asked) }
    const belonging = { bytes: 1, method: told.method, belongsTo: 1, violations: broken }
    const lines = [
      { seq: 1, ...base, kind: 'request', ...fields },
      { seq: 2, ...base, kind: 'notification', ...belonging, raw: JSON.stringify(told) }
    ]
    const file = join(folder, 'belonging.jsonl')
    writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'))
    const { stdout } = await patchbay(['traffic', 'show', file, '--json'])
    expect(parsed(stdout)).toEqual(lines)
  })

  it('tells two servers of one name apart, and finds each of them and both', async () => {
    const time = '2026-05-04T12:00:00.000000Z'
    const line = (seq: number, server: string): string =>
      JSON.stringify({ seq, time, server, serverName: 'big', origin: 'server', kind: 'noise', raw })
    const raw = 'hello'
    const file = join(folder, 'namesakes.jsonl')
    writeFileSync(file, `${line(1, 'user:big')}\n${line(2, 'project:0123456789ab:big')}`)
    const shown = async (filter: string): Promise<unknown> => {
      const { stdout } = await patchbay(['traffic', 'filter', filter, file])
      return stdout.match(/big · \w+/g)
    }
    expect(await shown('server:big')).toEqual(['big · user', 'big · project'])
    expect(await shown('server:"big · project"')).toEqual(['big · project'])
    const { stdout } = await patchbay(['traffic', file, '--json'])
    expect(stdout.match(/"serverName":"[^"]+"/g)).toEqual([
      '"serverName":"big"',
      '"serverName":"big"'
    ])
  })

  it('names a file that is not there', async () => {
    expect((await patchbay(['traffic', join(folder, 'missing.jsonl')])).code).toBe(4)
  })

  it('shows what the app has recorded, while the app is running', async () => {
    const { lines } = await recorded('app.jsonl', 'plain')
    const { profile, app } = profileWith('app', lines)
    const shown = await patchbay(['traffic', 'show', '--json', '--profile', profile])
    expect([shown.code, parsed(shown.stdout).length]).toEqual([0, lines.length])
    expect(shown.stdout).toContain('"serverName":"mine"')
    const { answer } = await json(['traffic', 'recordings', '--json', '--profile', profile])
    expect(answer).toMatchObject([
      { id: 2, entries: 0 },
      { id: 1, source: 'run', entries: lines.length, startedAt: '2026-05-04T12:00:00.000Z' }
    ])
    app.close()
  })

  it('says which recording is not there, and where nothing was recorded', async () => {
    const { profile, app } = profileWith('none', (await recorded('none.jsonl', 'plain')).lines)
    app.close()
    const other = await patchbay(['traffic', 'show', '--recording', '9', '--profile', profile])
    expect(other).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('recording 9') as unknown
    })
    const nowhere = await patchbay(['traffic', 'show', '--profile', join(folder, 'nowhere')])
    expect(nowhere).toMatchObject({
      code: 4,
      stderr: expect.stringMatching(/nothing yet/) as unknown
    })
  })
})

describe('patchbay traffic filter', () => {
  it('shows what matches, a request with its outcome in one row', async () => {
    const { file } = await recorded('filtered.jsonl', 'dup')
    const pairs = await patchbay(['traffic', 'filter', 'method:tools/call', file, '--pairs'])
    expect(pairs.stdout.split('\n')).toEqual([
      expect.stringMatching(/→ {2}request +tools\/call .* = result, [\d.]+ ms, entry \d+$/),
      expect.stringMatching(/← {2}result .*! duplicate-answer$/)
    ])
    const wrong = await patchbay(['traffic', 'filter', 'is:violation', file])
    expect(wrong.stdout).toMatch(/^.*←.*! duplicate-answer$/)
    const none = await patchbay(['traffic', 'filter', 'is:pending', file])
    expect(none).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  it('says where a filter is wrong', async () => {
    const { code, stdout, stderr } = await patchbay(['traffic', 'filter', 'kind:error took:>soon'])
    expect([code, stdout]).toEqual([4, ''])
    expect(stderr).toMatch(/At character \d+, .*soon: /)
  })
})

describe('patchbay traffic export', () => {
  it('writes what matches, so that it can be read again', async () => {
    const { file, lines } = await recorded('whole.jsonl', 'plain')
    const out = join(folder, 'part.jsonl')
    const { code, answer } = await json([
      ...['traffic', 'export', out, file, '--json'],
      ...['--filter', 'origin:workbench']
    ])
    const wanted = parsed(lines.join('\n')).filter(
      (entry) => (entry as { origin: string }).origin === 'workbench'
    )
    expect([code, answer]).toEqual([0, { entries: wanted.length, hidden: 0, leftOut: 0 }])
    const { stdout } = await patchbay(['traffic', out, '--json'])
    expect(parsed(stdout)).toEqual(wanted)
  })

  it('writes calls as a report, each of them once', async () => {
    const { file } = await recorded('reported.jsonl', 'plain')
    const out = join(folder, 'report.md')
    const argv = ['traffic', 'export', out, file]
    const { stdout } = await patchbay([...argv, '--filter', 'method:tools/call'])
    expect(stdout).toBe(`1 report written to ${out}.`)
    expect(readFileSync(out, 'utf8').match(/^# .*/gm)).toEqual(['# tools/call go'])
  })

  it('writes what went over HTTP as an archive, and says what is left out', async () => {
    const file = join(folder, 'http.jsonl')
    const url = await startHttp('ok')
    await patchbay(['call', 'echo', '--traffic', file, '--url', url])
    const out = join(folder, 'http.har')
    const argv = ['traffic', 'export', out, file, '--json']
    const { answer } = await json(argv)
    const { log } = JSON.parse(readFileSync(out, 'utf8')) as { log: { entries: unknown[] } }
    expect(log.entries.length).toBeGreaterThan(0)
    expect(answer).toMatchObject({ entries: log.entries.length, leftOut: 2 })
  })

  it('replaces a file that is there only with --force', async () => {
    const { file } = await recorded('again.jsonl', 'plain')
    const out = join(folder, 'taken-traffic.jsonl')
    writeFileSync(out, 'something else')
    const refused = await patchbay(['traffic', 'export', out, file])
    expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining('add --force')])
    expect(readFileSync(out, 'utf8')).toBe('something else')
    expect((await patchbay(['traffic', 'export', out, file, '--force'])).code).toBe(0)
    expect(readFileSync(out, 'utf8')).toContain('tools/call')
  })

  it('writes nothing into the profile, also not with --force or through a link', async () => {
    const profile = join(folder, 'kept-profile')
    mkdirSync(profile)
    const kept = join(profile, 'kept.json')
    writeFileSync(kept, 'kept')
    const link = join(folder, 'to-kept.jsonl')
    symlinkSync(kept, link)
    const own = ['--profile', profile]
    for (const out of [kept, link]) {
      const commands = [
        ['traffic', 'export', out, '--recording', 'last', '--force', ...own],
        ['audit', 'export', out, '--force', ...own],
        ['tools', '--traffic', out, ...own, ...faults('plain')]
      ]
      await patchbay(['call', 'go', '--approve', ...own, ...faults('plain')])
      for (const argv of commands) {
        const { code, stderr } = await patchbay(argv)
        expect([code, stderr]).toEqual([4, expect.stringMatching(/Choose another place/)])
      }
    }
    expect(readFileSync(kept, 'utf8')).toBe('kept')
  })

  it('names a file that cannot be written', async () => {
    const { file } = await recorded('kept.jsonl', 'plain')
    const out = join(folder, 'no', 'such', 'folder.jsonl')
    const { code, stderr } = await patchbay(['traffic', 'export', out, file])
    expect([code, stderr]).toEqual([4, `Cannot write ${out}: its folder is not there.`])
  })
})
