// Switches notifications on in this browser and sends the form with the browser's subscription; the rest of the page
// needs no script. Uses the service worker of the application: one browser is one device, with or without an account.
const form = document.getElementById('device-add');
const button = document.querySelector('[form="device-add"]');
const say = (name) => {
  for (const note of document.querySelectorAll('[data-note]')) note.hidden = note.dataset.note !== name;
};

const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
button.hidden = !isAble;
if (!isAble) say('unable');

form.addEventListener('submit', async (event) => {
  if (form.elements.endpoint.value) return;
  event.preventDefault();
  button.disabled = true;
  try {
    if ((await Notification.requestPermission()) !== 'granted') return say('denied');
    await navigator.serviceWorker.register('../sw.js');
    const { pushManager } = await navigator.serviceWorker.ready;
    await (await pushManager.getSubscription())?.unsubscribe();
    const subscription = await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: form.dataset.key,
    });
    const { endpoint, keys } = subscription.toJSON();
    Object.entries({ endpoint, ...keys }).forEach(([name, value]) => {
      form.elements[name].value = value;
    });
    form.submit();
  } catch {
    say('failed');
  } finally {
    button.disabled = false;
  }
});
