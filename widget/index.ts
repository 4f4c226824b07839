document.dispatchEvent(new Event('leadline:load'));
