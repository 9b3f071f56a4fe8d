import { describe, expect, it } from 'vitest'
import { placeWindow } from './window-state'

const laptop = { x: 0, y: 0, width: 1440, height: 900 }
const beside = { x: 1440, y: 0, width: 1920, height: 1080 }
const state = { x: 100, y: 50, width: 1280, height: 800, isMaximized: false }

describe('placeWindow', () => {
  it('puts the window where it was', () => {
    expect(placeWindow(state, [laptop])).toEqual(state)
  })

  it('forgets a place on a screen that is no longer there', () => {
    const far = { ...state, x: 1600 }
    expect(placeWindow(far, [laptop, beside])).toEqual(far)
    expect(placeWindow(far, [laptop])).toEqual({ width: 1280, height: 800, isMaximized: false })
  })

  it('fits a window that is larger than any screen, and one that is too small', () => {
    expect(placeWindow({ ...state, width: 5000 }, [laptop]).width).toBe(1440)
    expect(placeWindow({ ...state, height: 10 }, [laptop]).height).toBe(480)
  })
})
