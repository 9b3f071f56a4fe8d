import {
  app,
  dialog,
  Menu,
  powerMonitor,
  protocol,
  screen,
  session,
  type BrowserWindow
} from 'electron'
import { flushCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import { systemClock, systemTime } from '../core/clock'
import { builtInServers } from '../core/config/built-in-servers'
import { readConfigFile } from '../core/config/config-file'
import { profileFault } from '../core/config/profile-fault'
import { StateFile, type Loss } from '../core/config/state-file'
import { OrphanLedger } from '../core/process/orphan-ledger'
import {
  isFromTerminal,
  isLoginPathUsed,
  loginPath,
  useLoginPath
} from '../core/process/login-path'
import { historyLimitOf, trafficLimitsOf } from '../core/retention'
import { alwaysCheckCertificates } from '../core/transport/certificate-checks'
import type { Workbench } from '../core/workbench'
import { messageOf } from '../shared/errors'
import type { AppDescription } from '../shared/ipc-contract'
import type { ServerDefinition } from '../shared/server-config'
import { namesById } from '../shared/server-names'
import { argumentsFault, readArguments } from './arguments'
import { systemBell } from './bell'
import { openDesk } from './desk'
import { systemDialogs } from './dialogs'
import { InboxNotices } from './inbox-notices'
import { ipcHandlers } from './ipc/handlers'
import { registerIpc } from './ipc/register'
import { linkOpener, signInOpener, systemLinkOpening } from './link-opener'
import { appMenu } from './menu'
import { refuseHosts } from './network'
import { closeViewsWithPage } from './open-views'
import { denyPermissions } from './permissions'
import { openPreferences } from './preferences'
import { askForProfile, useEmptyProfile } from './profile'
import { endProfileServices } from './profile-services'
import { Prompts } from './prompts'
import { serveAssets, UI_SCHEME } from './protocol'
import { quitCleanly } from './quit'
import { quitUnlessPainted, whenPainted } from './ready'
import { recoverWindow } from './recovery'
import { isFirstStart } from './second-start'
import { uiAddress } from './ui-address'
import { createWindow, stateOf } from './window'
import { DEFAULT_WINDOW, placeWindow, WindowState } from './window-state'

type WindowFile = StateFile<typeof WindowState>

alwaysCheckCertificates(process.env)
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
  complain(tooMuch)
  app.exit(1)
} else if (fault !== undefined) {
  useEmptyProfile()
  complain(`Cannot write to ${profile}: ${fault}`)
  void app.whenReady().then(() => askForProfile(profile, fault))
} else {
  void isFirstStart(profile).then((isFirst) => {
    if (isFirst) return app.whenReady().then(start)
    return giveWay()
  })
}

/** The one that runs comes to the front. What only a new one could do is not done, and says so. */
function giveWay(): void {
  const isAsked = options.screenshot !== undefined || options.open !== undefined
  if (isAsked) process.stderr.write('Patchbay is running already with this profile.\n')
  app.exit(isAsked ? 1 : 0)
}

/** The window first: its process starts while we do the rest, and asks for nothing before that. */
function start(): void {
  const assets = serveAssets(join(import.meta.dirname, '../renderer'))
  protocol.handle(UI_SCHEME, assets)
  denyPermissions(session.defaultSession, ui.url)
  const preferences = openPreferences(inProfile('preferences.json'))
  const losses: Loss[] = []
  const place = new StateFile(inProfile('window.json'), WindowState, {
    clock: systemClock,
    onLoss: (loss) => losses.push(loss)
  })
  let window: BrowserWindow | undefined = openWindow(place)
  window.on('closed', () => (window = undefined))

  const painted = Promise.withResolvers<void>()
  if (options.screenshot !== undefined) quitUnlessPainted(painted.promise)
  const orphans = new OrphanLedger(inProfile('processes'), {
    onFault: complain,
    onLoss: (loss) => problems.tellOfLoss(loss)
  })
  const prompts = new Prompts({ parent: () => window, uiUrl: ui.promptUrl, assets })
  const linkOpening = systemLinkOpening(() => window)
  const given = [...builtInServers(join(app.getAppPath(), 'resources')), ...givenServers()]
  const {
    desk,
    workbench,
    examinations,
    services,
    consent,
    sampling,
    signIn,
    authDebug,
    traffic,
    audit,
    ledger,
    metrics,
    problems,
    events
  } = openDesk({
    profile,
    version: app.getVersion(),
    given,
    prompts,
    register: orphans,
    contents: () => window?.webContents,
    bodyWorker: join(import.meta.dirname, 'body-worker.js'),
    ledgerWorker: join(import.meta.dirname, 'ledger-worker.js'),
    keyringChild: join(import.meta.dirname, 'keyring-child.js'),
    preferences,
    losses,
    trafficLimits: trafficLimitsOf(preferences.get()),
    historyLimit: () => historyLimitOf(preferences.get()),
    onInbox: (state) => notices.see(state),
    openLink: linkOpener(linkOpening),
    openPage: linkOpening.open,
    openSignInPage: signInOpener(linkOpening)
  })
  const notices = new InboxNotices({
    clock: systemClock,
    bell: systemBell(() => window),
    nameOf: (id) => namesById(desk.registry.list())[id] ?? '',
    onComing: (id) => events.send('inbox.wanted', { id })
  })
  window.on('focus', () => notices.come())
  closeViewsWithPage(window.webContents, traffic.views)
  closeViewsWithPage(window.webContents, audit.views)
  const showMenu = (): void =>
    Menu.setApplicationMenu(
      appMenu((command) => events.send('command.invoked', command), {
        recent: desk.describe().recentProjects.map(({ folder }) => folder),
        isOpen: desk.scopes.project !== undefined,
        open: openProject,
        close: () => desk.closeProject()
      })
    )
  /** A folder that is gone has no window to say so in but a dialog. */
  const openProject = (folder: string): void => {
    try {
      desk.openProject(folder)
    } catch (error) {
      dialog.showErrorBox('The project cannot be opened', messageOf(error))
    }
  }
  const handlers = ipcHandlers({
    workbench,
    desk,
    examinations,
    dialogs: systemDialogs({ parent: () => window, profile }),
    preferences,
    services,
    consent,
    sampling,
    signIn,
    authDebug,
    traffic,
    audit,
    metrics,
    problems,
    ...(options.profile !== undefined && { namedProfile: profile }),
    describe: describeApp,
    onTaken: events.taken,
    onPainted: () => {
      painted.resolve()
      if (window) whenPainted(window, options.screenshot)
      // Once a session's code is here as well. It writes only what was not there before.
      void workbench.warmUp().then(flushCompileCache)
      // Never rejects; whoever opens a server first need not wait for it.
      if (isLoginPathUsed()) void loginPath()
    }
  })
  registerIpc({
    handlers,
    mainFrame: () => window?.webContents.mainFrame,
    prompts,
    uiOrigin: ui.origin,
    redact: (json) => desk.redactor.redactJson(json)
  })
  void painted.promise.then(() => orphans.reap()) // never rejects
  powerMonitor.on('suspend', () => workbench.suspend())
  powerMonitor.on('resume', () => {
    systemTime.follow()
    workbench.resume()
  })
  quitCleanly(
    { workbench, desk, examinations },
    {
      onQuit: () => {
        signIn.stop()
        if (window) rememberState(place, window)
      },
      onEnd: async () => {
        consent.end()
        await authDebug.stopAll()
        await Promise.all([endProfileServices(services), traffic.stop(), audit.stop()])
        await ledger.stop()
        await problems.stop()
      }
    }
  )
  if (options.project !== undefined) openProject(options.project)
  else desk.openLastProject()
  desk.serverNews.hear(showMenu)
  showMenu()
  if (options.open !== undefined) openAtStart(workbench, options.open)
  app.on('second-instance', (_event, argv, workingDirectory) => {
    if (window?.isMinimized()) window.restore()
    window?.focus()
    const { project } = readArguments(argv)
    if (project !== undefined) openProject(resolve(workingDirectory, project))
  })
}

function openWindow(place: WindowFile): BrowserWindow {
  const screens = screen.getAllDisplays().map(({ workArea }) => workArea)
  const window = createWindow(placeWindow(place.read() ?? DEFAULT_WINDOW, screens), ui.url)
  window.on('close', () => rememberState(place, window))
  recoverWindow(window, () => app.quit())
  void window.loadURL(ui.url)
  return window
}

/** A profile that cannot be written must not keep the window from closing. */
function rememberState(place: WindowFile, window: BrowserWindow): void {
  try {
    place.update(() => stateOf(window))
  } catch (error) {
    complain(messageOf(error))
  }
}

/** A server that does not open says so in the window; a name that is unknown has no place there. */
function openAtStart(workbench: Workbench, name: string): void {
  try {
    void workbench.open(workbench.server(name).id).catch(() => undefined)
  } catch (error) {
    complain(messageOf(error))
  }
}

/** A file names commands, so only whoever builds the app may give one on its command line. */
function givenServers(): readonly ServerDefinition[] {
  if (options.servers === undefined || app.isPackaged) return []
  try {
    return readConfigFile(options.servers).flatMap((server) => {
      if ('definition' in server) return [server.resolve()]
      complain(server.fault)
      return []
    })
  } catch (error) {
    complain(messageOf(error))
    return []
  }
}

function complain(message: string): void {
  process.stderr.write(`${message}\n`)
}

function describeApp(): AppDescription {
  return {
    version: app.getVersion(),
    electron: process.versions.electron,
    chromium: process.versions.chrome,
    node: process.versions.node,
    platform: process.platform,
    profileFolder: app.getPath('userData'),
    ...(options.open !== undefined && { openAtStart: options.open })
  }
}

function inProfile(name: string): string {
  return join(app.getPath('userData'), name)
}
