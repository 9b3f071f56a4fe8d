import * as fs from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { temporaryFolder, write } from './watch-testing'
import { watchFolder } from './watch-folder'

vi.mock('node:fs', async (original) => ({ ...(await original<typeof fs>()) }))

it.runIf(process.platform === 'linux')('says so when a folder below gets no watch', async () => {
  const folder = temporaryFolder()
  write(join(folder, 'lib/part.js'), '')
  const { watch } = fs
  vi.spyOn(fs, 'watch').mockImplementation(((path: string, ...rest: never[]) => {
    if (path !== folder) throw Object.assign(new Error('none left'), { code: 'ENOSPC' })
    return watch(path, ...rest)
  }) as typeof fs.watch)
  const failures: string[] = []
  const stop = watchFolder(folder, {
    onChange: () => {},
    onFailure: (failure) => void failures.push(failure)
  })
  await vi.waitFor(() => expect(failures).toHaveLength(1))
  stop()
  expect(failures[0]).toContain(`Not all of ${folder} can be watched: the system has no watches`)
})
