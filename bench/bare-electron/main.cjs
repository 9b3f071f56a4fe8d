// The least an Electron app can be: one hardened window with one line of text.
const { app, BrowserWindow, ipcMain } = require('electron')
const { join } = require('node:path')

app.setPath(
  'userData',
  process.argv.find((argument) => argument.startsWith('--profile=')).slice(10)
)
ipcMain.on('painted', () => process.stdout.write('bare is ready\n'))
app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    show: false,
    webPreferences: { sandbox: true, preload: join(__dirname, 'preload.cjs') }
  })
  window.once('ready-to-show', () => window.show())
  window.loadFile(join(__dirname, 'index.html'))
})
