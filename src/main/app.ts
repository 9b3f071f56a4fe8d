import { app, dialog, Menu, powerMonitor, type BrowserWindow } from 'electron'
import { flushCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import { systemClock, systemTime } from '../core/time/clock'
import { builtInServers } from '../core/foreign/built-in-servers'
import { readConfigFile } from '../core/server-file/config-file'
import { StateFile, type Loss } from '../core/disk/state-file'
import { OrphanLedger } from '../core/process/orphan-ledger'
import { isLoginPathUsed, loginPath } from '../core/process/login-path'
import { historyLimitOf, trafficLimitsOf } from '../core/profile/retention'
import { alwaysCheckCertificates } from '../core/http/certificate-checks'
import type { Workbench } from '../core/workbench/workbench'
import { messageOf } from '../shared/protocol/errors'
import type { AppDescription } from '../shared/ipc/ipc-contract'
import type { ServerDefinition } from '../shared/servers/server-config'
import { namesById } from '../shared/servers/server-names'
import { readArguments, type AppArguments } from './arguments'
import { systemBell } from './bell'
import { openDesk } from './desk'
import { systemDialogs } from './dialogs'
import type { FirstWindow } from './first-window'
import { InboxNotices } from './inbox-notices'
import { answererOf } from './ipc/answerer'
import { ipcHandlers } from './handlers/handlers'
import { openInBrowser, signInOpener } from './window/link-opener'
import { appMenu } from './window/menu'
import { closeViewsWithPage } from './records/open-views'
import { openPreferences } from './profile/preferences'
import { endProfileServices } from './profile-services'
import { Prompts } from './window/prompts'
import { quitCleanly } from './quit'
import { whenPainted } from './ready'
import { stateOf } from './window/window'
import { WindowFileSchema } from './window/window-file'

type WindowFile = StateFile<typeof WindowFileSchema>

alwaysCheckCertificates(process.env)

/** Goes on from the window, which is loading its page meanwhile. */
export function start(begun: FirstWindow): void {
  const { options, ui, profile, window: first, assets, answerBy, hasApp } = begun
  // Somebody may have closed it already, which ends the app.
  if (first.isDestroyed()) return
  const preferences = openPreferences(join(profile, 'preferences.json'))
  const losses: Loss[] = []
  const place = new StateFile(join(profile, 'window.json'), WindowFileSchema, {
    clock: systemClock,
    onLoss: (loss) => losses.push(loss)
  })
  place.read()
  let window: BrowserWindow | undefined = first
  first.on('close', () => rememberState(place, first))
  first.on('closed', () => (window = undefined))

  const orphans = new OrphanLedger(join(profile, 'processes'), {
    onFault: complain,
    onLoss: (loss) => problems.tellOfLoss(loss)
  })
  const prompts = new Prompts({ parent: () => window, uiUrl: ui.promptUrl, assets })
  const given = [...builtInServers(join(app.getAppPath(), 'resources')), ...givenServers(options)]
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
    openPage: openInBrowser,
    openSignInPage: signInOpener({ open: openInBrowser })
  })
  const notices = new InboxNotices({
    clock: systemClock,
    bell: systemBell(() => window),
    nameOf: (id) => namesById(desk.registry.list())[id] ?? '',
    onComing: (id) => events.send('inbox.wanted', { id })
  })
  first.on('focus', () => notices.come())
  closeViewsWithPage(first.webContents, traffic.views)
  closeViewsWithPage(first.webContents, audit.views)
  closeViewsWithPage(first.webContents, services.callViews)
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
    describe: () => describeApp(options),
    onTaken: events.taken,
    onPainted: () => {
      hasApp.resolve()
      if (window) whenPainted(window, options.screenshot)
      // Once a session's code is here as well. It writes only what was not there before.
      void workbench.warmUp().then(flushCompileCache)
      // Never rejects; whoever opens a server first need not wait for it.
      if (isLoginPathUsed()) void loginPath()
    }
  })
  answerBy(
    answererOf({
      handlers,
      mainFrame: () => window?.webContents.mainFrame,
      prompts,
      uiOrigin: ui.origin,
      redact: (json) => desk.redactor.redactJson(json)
    })
  )
  void hasApp.promise.then(() => orphans.reap()) // never rejects
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
function givenServers(options: AppArguments): readonly ServerDefinition[] {
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

function describeApp(options: AppArguments): AppDescription {
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
