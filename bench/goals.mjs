// What is measured in which unit, and what is wanted of it, each bound in this one place. They hold
// for a machine that does nothing else. What must hold on every machine is marked so.

const MILLION = 1_000_000
/** So long a task keeps the window from answering that a person notices. */
const task = { unit: 'task', atMost: 100 }

export const MEMORY = {
  held: { unit: 'MB' },
  beside: { unit: 'x', atMost: 1.5 }
}

export const WINDOW = {
  bareClick: { unit: 'ms' },
  click: { unit: 'ms', atMost: 20 },
  beside: { unit: 'x' },
  form: { unit: 'ms' },
  shown: { unit: 's' },
  rows: { unit: 'ms', atMost: 100 },
  key: { unit: 'ms', atMost: 16 },
  storm: { unit: 'task', atMost: 50 },
  task
}

/** With more than a million, only what must not grow with them is wanted. */
export function floodGoals(frames) {
  const isMillion = frames <= MILLION
  return {
    lost: { unit: 'frames', atMost: 0, isMust: true },
    took: { unit: 's' },
    besidePipe: { unit: 'x', ...(isMillion && { atMost: 10 }) },
    memory: { unit: 'MB', below: 300 },
    task,
    work: { unit: 'ms' },
    firstPage: { unit: 'ms', ...(isMillion ? { atMost: 150 } : { below: 1_000 }) },
    allFound: { unit: 'ms' },
    still: { unit: 'ms' },
    /** Times as far apart as the frames of a window that does not move. */
    scrolling: { unit: 'x', atMost: 1.1 },
    scrollingFast: { unit: 'x' },
    late: { unit: 'frames' },
    click: { unit: 'ms' },
    exported: { unit: 's', ...(isMillion && { atMost: 5 }) }
  }
}

export const SOAK = {
  memory: { unit: 'MB', below: 400 },
  left: { unit: 'MB' },
  calls: { unit: 'calls' },
  failed: { unit: 'calls', atMost: 0, isMust: true },
  unnamed: { unit: 'servers', atMost: 0, isMust: true },
  time: { unit: 'ms' },
  slower: { unit: 'x', atMost: 3 }
}

export const GROWTH = {
  memory: { unit: 'MB' },
  /** Of the heap by a thousand calls, in the last steps. */
  growth: { unit: 'MB', below: 0.1 }
}
