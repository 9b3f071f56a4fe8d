/**
 * The window of the app, before the app itself is there: it is hardened, it is where it was, and it
 * shows its page, but nobody answers what that asks yet.
 */
import { app, nativeTheme, protocol, screen, session, type BrowserWindow } from 'electron'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { profileFault } from '../core/disk/profile-fault'
import { isFromTerminal, useLoginPath } from '../core/process/login-path'
import { isObject, parseJson } from '../shared/json/json'
import { argumentsFault, readArguments, type AppArguments } from './arguments'
import { firstPaint, openDoor, type Answerer } from './ipc/register'
import { refuseHosts } from './window/network'
import { denyPermissions } from './window/permissions'
import { askForProfile, useEmptyProfile } from './profile'
import { serveAssets, UI_SCHEME } from './window/protocol'
import { quitUnlessPainted, sayThat } from './ready'
import { recoverWindow } from './recovery'
import { isFirstStart } from './second-start'
import { uiAddress, type UiAddress } from './window/ui-address'
import { createWindow, showIcon } from './window/window'
import { placeWindow, windowStateIn } from './window/window-state'

export type Surroundings = {
  readonly options: AppArguments
  readonly ui: UiAddress
  readonly profile: string
}

export type FirstWindow = Surroundings & {
  readonly window: BrowserWindow
  /** The files of the pages. */
  readonly assets: (request: Request) => Promise<Response>
  /** From now on, and also for what was asked before. */
  readonly answerBy: (answerer: Answerer) => void
  /** The edges of the window are on the screen. */
  readonly paint: Promise<void>
  /** To be resolved when the app itself is on the screen. */
  readonly hasApp: PromiseWithResolvers<void>
}

/** What may be done only before Electron is ready. Goes on if there is a profile, and we are the only ones. */
export function beforeReady(open: (surroundings: Surroundings) => void): void {
  const options = readArguments(process.argv)
  const ui = uiAddress()
  if (options.profile !== undefined) app.setPath('userData', resolve(options.profile))
  // Whoever starts us from a menu has not the PATH of their terminal, and servers need that one.
  useLoginPath(!isFromTerminal())

  // Root cannot have the Chromium sandbox, and whoever starts us as root says so with this switch.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  refuseHosts(app.commandLine, ui.origin)
  protocol.registerSchemesAsPrivileged([
    { scheme: UI_SCHEME, privileges: { standard: true, secure: true, codeCache: true } }
  ])

  const profile = app.getPath('userData')
  const tooMuch = argumentsFault(process.argv)
  const fault = profileFault(profile)
  if (tooMuch !== undefined) {
    process.stderr.write(`${tooMuch}\n`)
    app.exit(1)
  } else if (fault !== undefined) {
    useEmptyProfile()
    process.stderr.write(`Cannot write to ${profile}: ${fault}\n`)
    void app.whenReady().then(() => askForProfile(profile, fault))
  } else {
    void isFirstStart(profile).then((isFirst) => {
      if (isFirst) return app.whenReady().then(() => open({ options, ui, profile }))
      return giveWay(options)
    })
  }
}

/** The one that runs comes to the front. What only a new one could do is not done, and says so. */
function giveWay(options: AppArguments): void {
  const isAsked = options.screenshot !== undefined || options.open !== undefined
  if (isAsked) process.stderr.write('Patchbay is running already with this profile.\n')
  app.exit(isAsked ? 1 : 0)
}

export function openFirstWindow(surroundings: Surroundings, pages: string): FirstWindow {
  const { options, ui, profile } = surroundings
  const assets = serveAssets(pages)
  protocol.handle(UI_SCHEME, assets)
  denyPermissions(session.defaultSession, ui.url)
  const answerBy = openDoor()
  nativeTheme.themeSource = themeIn(writtenIn(join(profile, 'preferences.json')))
  const screens = screen.getAllDisplays().map(({ workArea }) => workArea)
  const state = windowStateIn(writtenIn(join(profile, 'window.json')))
  const window = createWindow(placeWindow(state, screens), ui.url)
  recoverWindow(window, () => app.quit())
  const hasApp = Promise.withResolvers<void>()
  if (options.screenshot !== undefined) quitUnlessPainted(hasApp.promise)
  const paint = firstPaint()
  void paint.then(() => {
    sayThat('shows its window')
    showIcon(window)
  })
  void window.loadURL(ui.url)
  return { ...surroundings, window, assets, answerBy, paint, hasApp }
}

/** What is wrong with the file is found, and told, by whoever reads it in earnest. */
function writtenIn(path: string): unknown {
  try {
    return parseJson(readFileSync(path, 'utf8'))
  } catch {
    return undefined // there is none, or none that can be read
  }
}

function themeIn(preferences: unknown): typeof nativeTheme.themeSource {
  const theme = isObject(preferences) ? preferences['theme'] : undefined
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}
