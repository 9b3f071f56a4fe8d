// What all measurements of the window share.

/** Remembers every task that takes more than 50 ms. */
export async function watchTasks(window) {
  await window.evaluate(() => {
    globalThis.longTasks = []
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.longTasks.push(duration)
    })
    observer.observe({ type: 'longtask' })
  })
}

/** The longest one since it was asked for last; 0 when none took more than 50 ms. */
export async function longestTask(window, settleMs = 100) {
  const tasks = await window.evaluate(async (delay) => {
    await new Promise((resolve) => setTimeout(resolve, delay))
    return globalThis.longTasks.splice(0)
  }, settleMs)
  return Math.max(0, ...tasks)
}

export function ratio(value, base) {
  return `${(value / base).toFixed(2)}x`
}

export function tasksOf(longestMs) {
  return longestMs === 0 ? 'under 50 ms' : `${longestMs.toFixed(0)} ms`
}

export function say(what, figure) {
  console.log(`${what.padEnd(44)} ${figure}`)
}
