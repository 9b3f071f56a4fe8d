import { expect, it } from 'vitest'
import { HARDENED } from './hardened'

it('gives a page nothing of Node, and cannot be softened', () => {
  expect(HARDENED).toEqual({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    webviewTag: false,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    navigateOnDragDrop: false,
    spellcheck: false
  })
  expect(Object.isFrozen(HARDENED)).toBe(true)
})
