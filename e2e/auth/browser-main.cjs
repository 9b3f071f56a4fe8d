// A browser for tests: one window without anything of ours in it, in a profile that is thrown away.
const { app, BrowserWindow } = require('electron')

app.setPath('userData', process.env.BROWSER_PROFILE)
app.on('window-all-closed', () => app.quit())
void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 800, height: 600 })
  return window.loadURL('about:blank')
})
