import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { auditFiles } from '../../core/audit/log/audit-files'
import { faults, folder, json, patchbay, tidy } from '../testing'

vi.setConfig({ testTimeout: 60_000 })
afterAll(tidy)
let profiles = 0

/** A profile of its own, and what is written after each command to use it. */
function newProfile(): { profile: string; own: readonly string[] } {
  const profile = join(folder, `audited-${++profiles}`)
  return { profile, own: ['--profile', profile] }
}

async function called(own: readonly string[], text: string, ...more: readonly string[]) {
  const args = JSON.stringify({ text })
  return patchbay(['call', 'echo', '--args', args, ...own, ...more, ...faults('offers', 'legacy')])
}

describe('patchbay audit', () => {
  it('lists what the command line has asked, and finds it by words and status', async () => {
    const { own } = newProfile()
    await called(own, 'first')
    await called(own, 'second')
    await called(own, 'unseen', '--no-audit')
    const all = await patchbay(['audit', 'list', ...own])
    expect([all.code, all.stdout.split('\n').length]).toEqual([0, 2])
    expect(all.stdout).toMatch(
      /^ +1 {2}[\d-]+ [\d:]+ {2}ok +\d+ ms {2}\S+ {2}tools\/call echo {2}\{/
    )
    const found = await json(['audit', 'list', '--json', '--filter', 'SECOND echo', ...own])
    expect(found.answer).toMatchObject({ id: 2, status: 'ok', params: { name: 'echo' } })
    const others = await json(['audit', 'list', '--json', '--filter', 'status:ok -first', ...own])
    expect(others.answer).toMatchObject({ id: 2 })
    expect((await patchbay(['audit', 'list', '--status', 'interrupted', ...own])).stdout).toBe('')
  })

  it('shows what would stay unseen, and is one line a record, but says it as it is to machines', async () => {
    const { own } = newProfile()
    await called(own, 'a\u202eb\u200bc')
    const { stdout } = await patchbay(['audit', 'list', ...own])
    expect(stdout).toContain('a<U+202E>b<U+200B>c')
    expect(stdout).not.toMatch(/[\u202e\u200b\n]/)
    const { answer } = await json(['audit', 'list', '--json', ...own])
    expect(answer).toMatchObject({ params: { arguments: { text: 'a\u202eb\u200bc' } } })
  })

  it('has that values were revealed', async () => {
    const { own } = newProfile()
    await called(own, 'first', '--reveal')
    const { stdout } = await patchbay(['audit', 'list', '--filter', 'patchbay/secret', ...own])
    expect(stdout).toMatch(/ {2}revealed .*patchbay\/secret reveal values/)
  })

  it('writes what it finds to a file that a spreadsheet does not execute', async () => {
    const { own } = newProfile()
    await called(own, '=1+1')
    const csv = join(folder, 'audit.csv')
    expect((await patchbay(['audit', 'export', csv, ...own])).code).toBe(0)
    expect(readFileSync(csv, 'utf8')).toMatch(/^"id","timestamp",[^\r]*\r\n1,"/)
    const out = join(folder, 'audit.jsonl')
    const { answer } = await json(['audit', 'export', out, '--json', ...own])
    expect(answer).toEqual({ path: out, records: 1 })
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({ method: 'tools/call' })
  })

  it('replaces no file that is there, unless that is wanted', async () => {
    const { own } = newProfile()
    await called(own, 'one')
    const out = join(folder, 'taken.jsonl')
    writeFileSync(out, 'something else')
    const { code, stderr } = await patchbay(['audit', 'export', out, ...own])
    expect([code, stderr]).toEqual([4, expect.stringContaining('To replace it, add --force.')])
    expect(readFileSync(out, 'utf8')).toBe('something else')
    expect((await patchbay(['audit', 'export', out, '--force', ...own])).code).toBe(0)
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({ method: 'tools/call' })
  })

  it('says that nobody has changed it, or which record is the first that somebody has', async () => {
    const { profile, own } = newProfile()
    await called(own, 'one')
    await called(own, 'two')
    const before = await patchbay(['audit', 'verify', ...own])
    expect(before).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Intact: 2 records\./) as string
    })
    const database = new DatabaseSync(auditFiles(profile).path)
    database.exec(`UPDATE mcp_audit_log SET params = '{}' WHERE id = 2`)
    database.close()
    const after = await patchbay(['audit', 'verify', ...own])
    expect([after.code, after.stdout]).toEqual([1, expect.stringContaining('record is 2.')])
    expect((await json(['audit', 'verify', '--json', ...own])).answer).toMatchObject({
      firstBadId: 2
    })
  })

  it('ends with 1 where a table of the log is gone', async () => {
    const { profile, own } = newProfile()
    await called(own, 'one')
    const database = new DatabaseSync(auditFiles(profile).path)
    database.exec('DROP TABLE audit_anchor')
    database.close()
    const { code, stdout } = await patchbay(['audit', 'verify', ...own])
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/^Not intact\. .*\(no such table: audit_anchor\)\.$/)
    ])
  })

  it('says whether a link that was noted is still there', async () => {
    const { profile, own } = newProfile()
    await called(own, 'one')
    const { answer } = await json(['audit', 'verify', '--json', ...own])
    const { lastHash } = answer as { lastHash: string }
    await called(own, 'two')
    const verify = ['audit', 'verify', ...own, '--link']
    const there = await patchbay([...verify, lastHash.toUpperCase()])
    expect([there.code, there.stdout]).toEqual([
      0,
      expect.stringMatching(
        /^Intact: 2 .*\nThe link that you noted is there: the one of record 1\./
      )
    ])
    const gone = await patchbay([...verify, '0'.repeat(64)])
    expect([gone.code, gone.stdout]).toEqual([1, expect.stringMatching(/noted is not in this log/)])
    expect((await patchbay([...verify, 'abc'])).stderr).toMatch(/64 hex digits/)
    const database = new DatabaseSync(auditFiles(profile).path)
    for (const sql of ['mcp_audit_log WHERE id', 'mcp_audit_chain WHERE audit_id']) {
      database.exec(`DELETE FROM ${sql} = 2`)
    }
    database.close()
    const { code, stdout } = await patchbay([...verify, lastHash])
    expect([code, stdout]).toEqual([1, expect.stringMatching(/Record 2 was removed from the end/)])
  })

  it.each([
    ['missing', (path: string) => rmSync(path), /is missing/],
    ['empty', (path: string) => truncateSync(path), /is empty/],
    [
      'another file',
      (path: string) => writeFileSync(path, 'not a log'.repeat(200)),
      /is not an audit log/
    ]
  ])(
    'ends with 1 where the log is %s, and still does when a new one was begun',
    async (_what, change, why) => {
      const { profile, own } = newProfile()
      await called(own, 'one')
      const { answer } = await json(['audit', 'verify', '--json', ...own])
      const { lastHash } = answer as { lastHash: string }
      change(auditFiles(profile).path)
      const verify = ['audit', 'verify', ...own]
      const withLink = [...verify, '--link', lastHash]
      for (const args of [verify, withLink]) {
        const { code, stdout } = await patchbay(args)
        expect([code, stdout]).toEqual([1, expect.stringMatching(why)])
      }
      const next = await called(own, 'two')
      expect([next.code, next.stderr]).toEqual([0, expect.stringMatching(/The audit log was/)])
      for (const args of [verify, withLink]) {
        const { code, stdout } = await patchbay(args)
        expect([code, stdout]).toEqual([
          1,
          expect.stringMatching(/says that records before it are missing/)
        ])
      }
      const later = await json(['audit', 'verify', '--json', ...own])
      const noted = (later.answer as { lastHash: string }).lastHash
      expect((await patchbay([...verify, '--link', noted])).code).toBe(0)
    }
  )

  it('ends with 1 where a link was noted and there is no log at all', async () => {
    const { own } = newProfile()
    const { code, stdout } = await patchbay(['audit', 'verify', ...own, '--link', '0'.repeat(64)])
    expect([code, stdout]).toEqual([1, expect.stringMatching(/is missing/)])
  })

  it('calls nothing where it cannot be written, and says what to do', async () => {
    const { profile, own } = newProfile()
    mkdirSync(profile)
    writeFileSync(join(profile, 'audit'), 'a file where a folder should be')
    const { code, stdout, stderr } = await called(own, 'hi')
    expect([code, stdout]).toEqual([3, ''])
    expect(stderr).toMatch(/The audit log cannot be written: .*--no-audit/)
    expect((await called(own, 'hi', '--no-audit')).code).toBe(0)
  })

  it('says how it is to be written, and where there is nothing yet', async () => {
    const { own } = newProfile()
    expect((await patchbay(['audit', 'list', ...own])).code).toBe(4)
    expect((await patchbay(['audit', ...own])).stderr).toMatch(/audit list, or .*export <out>/)
    expect((await patchbay(['audit', 'verify', '--status', 'ok'])).stderr).toMatch(/no option/)
    expect((await patchbay(['audit', 'list', '--filter', 'sever:a'])).stderr).toMatch(
      /cannot be understood\.\nAt character 1, sever:: Did you mean server:\?/
    )
    expect((await patchbay(['audit', 'list', '--status', 'odd'])).stderr).toMatch(
      /one of ok, failed/
    )
  })
})
