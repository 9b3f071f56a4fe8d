// How long the page itself was at work, whoever else had the processor in the meantime.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What `act` gives, and the processor time of the longest task of the page while it was going on. */
export async function busiestTask(app, folder, act) {
  await app.evaluate(({ contentTracing }) =>
    contentTracing.startRecording({
      included_categories: ['toplevel'],
      excluded_categories: ['*']
    })
  )
  const value = await act()
  const path = join(folder, 'trace.json')
  await app.evaluate(({ contentTracing }, file) => contentTracing.stopRecording(file), path)
  return { value, busyMs: longestIn(JSON.parse(readFileSync(path, 'utf8')).traceEvents) }
}

function longestIn(events) {
  const isPage = ({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain'
  const pages = new Set(events.filter(isPage).map(({ pid, tid }) => `${pid} ${tid}`))
  return events.reduce((most, { name, pid, tid, tdur = 0 }) => {
    const isTask = name.endsWith('RunTask') && pages.has(`${pid} ${tid}`)
    return isTask ? Math.max(most, tdur / 1_000) : most
  }, 0)
}
