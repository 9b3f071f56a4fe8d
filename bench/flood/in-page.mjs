// What is done and looked at inside of the page, so that nothing but the page is measured.

/** Prepares the page for what follows. */
export async function preparePage(window) {
  await window.evaluate(() => {
    const grid = () => document.querySelector('[role="grid"][aria-label="Traffic"]')
    globalThis.bench = {
      grid,
      rows: () => [...(grid()?.querySelectorAll('[data-seq]') ?? [])],
      countText: () => document.querySelector('[aria-label="Count"]')?.textContent ?? '',
      painted: (isSo) =>
        new Promise((resolve) => {
          const look = () => {
            const found = isSo()
            if (!found) return requestAnimationFrame(look)
            // A message that is sent while a frame is made arrives when the frame is done.
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = () => resolve(performance.now())
            port2.postMessage(undefined)
          }
          requestAnimationFrame(look)
        })
    }
  })
}

export async function waitForEntries(window, least, timeout) {
  await window.waitForFunction(
    (wanted) => {
      const text = globalThis.bench.countText()
      return !text.includes('looking') && Number.parseInt(text.replaceAll(',', ''), 10) >= wanted
    },
    least,
    { timeout }
  )
}

/** Milliseconds to the first page of what `shown` says all its rows have, and to all of it. */
export function typeFilter(window, text, shown = '') {
  return window.evaluate(
    async ([filter, part]) => {
      const { rows, countText, painted } = globalThis.bench
      const field = document.querySelector('input[aria-label="Filter traffic"]')
      const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set
      const isOther = () => {
        const [, found, total] = /^([\d,]+) of ([\d,]+)/.exec(countText()) ?? []
        return filter === '' ? /^[\d,]+ entries$/.test(countText()) : found !== total
      }
      const isShown = () =>
        isOther() && rows().length > 0 && rows().every((row) => row.textContent.includes(part))
      const startedAt = performance.now()
      set.call(field, filter)
      field.dispatchEvent(new globalThis.Event('input', { bubbles: true }))
      const shownAt = await painted(isShown)
      const doneAt = await painted(() => !countText().includes('looking'))
      return { shownMs: shownAt - startedAt, doneMs: doneAt - startedAt }
    },
    [text, shown]
  )
}

/** Moves the list by so many pixels in each frame, and says how far apart the frames were. */
export function scrollFor(window, ms, pixels) {
  return window.evaluate(
    ([duration, step]) =>
      new Promise((resolve) => {
        const list = globalThis.bench.grid()
        list.scrollTop = list.scrollHeight / 3
        const gaps = []
        let empty = 0
        const isEmpty = () => {
          const { top, bottom } = list.getBoundingClientRect()
          return [...list.querySelectorAll('[class*="placeholder"]')].some((row) => {
            const place = row.getBoundingClientRect()
            return place.bottom > top && place.top < bottom
          })
        }
        requestAnimationFrame((startedAt) => {
          let last = startedAt
          const frame = (now) => {
            gaps.push(now - last)
            last = now
            if (isEmpty()) empty++
            if (now - startedAt < duration) {
              list.scrollTop += step
              return requestAnimationFrame(frame)
            }
            const p95 = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length * 0.95)]
            const late = gaps.filter((gap) => gap > 25).length
            return resolve({ p95, late, empty, frames: gaps.length })
          }
          requestAnimationFrame(frame)
        })
      }),
    [ms, pixels]
  )
}

/** Milliseconds from a click on a row in view to its text beside the list. */
export function clickRow(window, offset) {
  return window.evaluate(async (place) => {
    const { grid, rows, painted } = globalThis.bench
    const rowInView = () => {
      const { top } = grid().getBoundingClientRect()
      return rows().filter((row) => row.getBoundingClientRect().top > top + 30)[place]
    }
    await painted(rowInView)
    const row = rowInView()
    const [number] = /\d+(?=\.)/.exec(row.textContent.replace(/^.*(?:common|marked)/, '')) ?? []
    const startedAt = performance.now()
    row.click()
    const shownAt = await painted(() => {
      const lines = document.querySelectorAll('section[aria-label="Frame"] .view-line')
      return [...lines].some((line) => line.textContent.includes(`${number}.`))
    })
    return shownAt - startedAt
  }, offset)
}
